/** `doctor`: what is installed, configured and reachable. Reads only; a configured model gets one tiny call. Invalid: exit 2. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { readVersion } from '../../version.ts';
import type { Settings } from '../../wiring/settings.ts';
import { loadCliSettings } from '../load-settings.ts';
import { createPalette, type Palette } from '../palette.ts';
import type { Flags } from '../program.ts';
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
    ...(await checkAnalyzers()),
    ...(await checkSettings(terminal, flags)),
  ];
  if (flags.format === 'json') terminal.stdout.write(`${JSON.stringify({ checks }, null, 2)}\n`);
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

async function checkAnalyzers(): Promise<readonly Check[]> {
  const { createAnalyzers } = await import('../../wiring/review-ports.ts');
  return (await createAnalyzers()).map((analyzer) => ({
    name: `analyzer ${analyzer.name}`,
    status: analyzer.version === null ? ('absent' as const) : ('ok' as const),
    detail: `${analyzer.version ?? 'not installed'}, for ${analyzer.reviewers.join(', ')}`,
  }));
}

/** Programs of others: which version is there, or why none. */
async function checkExternal(settings: Settings, signal: AbortSignal): Promise<readonly Check[]> {
  const { createAdvisories, createExternalAnalyzers } = await import('../../wiring/review-ports.ts');
  const advisories = await checkAdvisories(() => createAdvisories(settings), settings.config.advisoryDatabase);
  const external = (await createExternalAnalyzers(settings)).map(async (analyzer): Promise<Check> => {
    const version = analyzer.absence === null ? await analyzer.probeVersion(signal) : null;
    const found = `${version ?? 'installed, version unknown'}, for ${analyzer.reviewers.join(', ')}`;
    const name = `analyzer ${analyzer.name}`;
    return analyzer.absence === null
      ? { name, status: 'ok', detail: found }
      : { name, status: 'absent', detail: analyzer.absence };
  });
  return [advisories, ...(await Promise.all(external))];
}

async function checkAdvisories(
  create: () => Promise<{ readonly absence: string | null }>,
  database: string | null,
): Promise<Check> {
  const name = 'analyzer advisories';
  try {
    const { absence } = await create();
    return {
      name,
      status: absence === null ? 'ok' : 'absent',
      detail: absence ?? `known vulnerabilities from ${database}`,
    };
  } catch (error) {
    return { name, status: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
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
      ...(await checkExternal(settings, terminal.interrupt)),
      { name: 'configuration', status: 'ok', detail },
      ...(await checkModels(settings, terminal)),
    ];
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return [{ name: 'configuration', status: 'error', detail: `${error.detail} ${error.advice}` }];
  }
}

function formatChecks(checks: readonly Check[], palette: Palette): string {
  const width = Math.max(...checks.map((check) => check.name.length));
  const marks = { ok: palette.green('✓'), absent: palette.yellow('–'), error: palette.red('✗') };
  return checks.map((check) => `${marks[check.status]} ${check.name.padEnd(width)}  ${check.detail}\n`).join('');
}
