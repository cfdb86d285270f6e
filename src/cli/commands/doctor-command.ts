/**
 * Runs `doctor`: checks Node, git, analyzers, configuration, trust and models, and prints one line or JSON record per check. Changes
 * nothing; each configured model gets at least one small call. Exit 2 where a check has an error. Called by run-command.ts.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { AnalyzerDeclaration, AnalyzerHost, OpenAnalyzer } from '../../analyzers/declaration.ts';
import { EXIT, ReviewError } from '../../errors.ts';
import { writeJson } from '../../report/json-writer.ts';
import { readVersion } from '../../version.ts';
import type { LoadedSettings, Settings } from '../../wiring/settings.ts';
import type { Flags } from '../command-declaration.ts';
import { loadCliSettings } from '../load-settings.ts';
import { createPalette, type Palette } from '../palette.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor } from '../terminal-settings.ts';
import type { Check } from './doctor-check.ts';

/** Programs that a reviewer can use when they are on the PATH, and what for. */
const PROGRAMS: readonly (readonly [name: string, purpose: string])[] = [
  ['git', 'change scopes: branch, staged, commit, range'],
];

export async function runDoctorCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const checks = [
    { name: 'consensus-review', status: 'ok', detail: `${readVersion()} on Node ${process.versions.node}` } as const,
    ...(await Promise.all(PROGRAMS.map((program) => checkProgram(terminal, ...program)))),
    ...(await checkSettings(terminal, flags)),
  ];
  if (flags.format === 'json') terminal.stdout.write(writeJson({ checks }));
  else terminal.stdout.write(formatChecks(checks, createPalette(wantsColor(terminal, flags))));
  return checks.some((check) => check.status === 'error') ? EXIT.usage : EXIT.ok;
}

async function checkProgram({ environment }: Terminal, name: string, purpose: string): Promise<Check> {
  for (const folder of (environment.PATH ?? '').split(delimiter).filter((part) => part.length > 0)) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return { name, status: 'ok', detail: `${path} (${purpose})` };
  }
  return { name, status: 'absent', detail: `not on the PATH; without it: no ${purpose}` };
}

/** Which version is there, or why none; programs of others as far as the configuration allows them. */
async function checkAnalyzers(settings: Settings | null, signal: AbortSignal): Promise<readonly Check[]> {
  const [{ BARE_HOST }, { ANALYZERS }, { openAnalyzer }, { hostOf, listAllowed }] = await Promise.all([
    import('../../analyzers/declaration.ts'),
    import('../../analyzers/list.ts'),
    import('../../analyzers/open-analyzer.ts'),
    import('../../wiring/embedded-reviewers.ts'),
  ]);
  const declared = settings === null ? ANALYZERS.filter(({ program }) => program === null) : listAllowed(settings);
  const host = settings === null ? BARE_HOST : hostOf(settings);
  return Promise.all(
    declared.map(async (declaration): Promise<Check> => {
      const name = `analyzer ${declaration.name}`;
      try {
        const analyzer = openAnalyzer(declaration, host);
        if (analyzer.absence !== null) return { name, status: 'absent', detail: analyzer.absence };
        return { name, status: 'ok', detail: await describeAnalyzer(declaration, analyzer, host, signal) };
      } catch (error) {
        return { name, status: 'error', detail: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

async function describeAnalyzer(
  declaration: AnalyzerDeclaration,
  analyzer: OpenAnalyzer,
  host: AnalyzerHost,
  signal: AbortSignal,
): Promise<string> {
  if (declaration.program === null) await declaration.checkSettings?.(host);
  const told = declaration.program === null ? declaration.describe?.(host) : undefined;
  if (told !== undefined) return told;
  const version = await analyzer.probeVersion(signal);
  return `${version ?? 'installed, version unknown'}, for ${analyzer.reviewers.join(', ')}`;
}

async function checkSettings(terminal: Terminal, flags: Flags): Promise<readonly Check[]> {
  try {
    const settings = await loadCliSettings(terminal, flags, { kind: 'all' });
    await using _repository = settings.repository;
    const custom = settings.customReviewers.map((reviewer) => reviewer.name);
    const reviewers = custom.length === 0 ? '' : `; custom reviewers: ${custom.join(', ')}`;
    const detail = `${settings.configPath ?? 'defaults (no file)'}${reviewers}`;
    const { checkModels } = await import('./check-models.ts');
    return [
      ...(await checkAnalyzers(settings, terminal.interrupt)),
      { name: 'configuration', status: 'ok', detail },
      checkTrust(settings),
      ...(await checkModels(settings, terminal)),
    ];
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return [
      ...(await checkAnalyzers(null, terminal.interrupt)),
      { name: 'configuration', status: 'error', detail: `${error.detail} ${error.advice}` },
    ];
  }
}

const checkTrust = ({ origin: { trust, disregarded } }: LoadedSettings): Check => {
  if (trust !== 'none') return { name: 'trust', status: 'ok', detail: 'this repository is trusted' };
  const unused = disregarded.map(({ path, keys }) => `${path}: ${keys.join(', ')}`).join('; ');
  const detail = unused === '' ? '' : `; not used: ${unused}`;
  return { name: 'trust', status: 'absent', detail: `not marked with consensus-review trust${detail}` };
};

function formatChecks(checks: readonly Check[], palette: Palette): string {
  const width = Math.max(...checks.map((check) => check.name.length));
  const symbols = { ok: palette.green('✓'), absent: palette.yellow('–'), error: palette.red('✗') };
  return checks.map((check) => `${symbols[check.status]} ${check.name.padEnd(width)}  ${check.detail}\n`).join('');
}
