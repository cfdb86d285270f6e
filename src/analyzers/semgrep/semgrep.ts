/**
 * Runs Semgrep with our rules and those the user configured (FACT-06) and returns findings of security-reviewer and
 * code-quality-reviewer. Metrics are off; ignore files have no effect, `nosem` comments only in a trusted repository. Unreadable output
 * is asked for once more, then salvaged or failed. Loaded by declaration.ts.
 */
import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AnalyzerHost } from '../declaration.ts';
import { addFaults, placeFiles, reportOutput } from '../external/external-analyzer.ts';
import { type Meaning, meanByWeakness, toTitle } from '../external/external-findings.ts';
import type { ToolHit } from '../external/tool-hits.ts';
import type { ToolReport, ToolScan, ToolTask } from '../external/tool-task.ts';
import { isRegistryName, listConfigs } from './semgrep-configs.ts';
import {
  parseSemgrepFaults,
  parseSemgrepResults,
  parseSemgrepScanned,
  type SemgrepOutcome,
} from './semgrep-results.ts';
import { salvageSemgrepResults } from './semgrep-salvage.ts';

const NAME = 'semgrep';
const OUTPUT = 'semgrep-baseline.json';
const MAX_OUTPUT_BYTES = 64_000_000;
/** One retry (FACT-06). */
const MAX_ATTEMPTS = 2;

export function createSemgrepScan(host: AnalyzerHost): ToolScan {
  const configs = listConfigs(host);
  const rules = { configs, nameRule: createRuleNamer(configs) };
  return (task) => scan(task, rules);
}

/** What it runs with, and what a check of theirs is called. */
interface Rules {
  readonly configs: readonly string[];
  readonly nameRule: (check: string) => string;
}

async function scan(task: ToolTask, rules: Rules): Promise<ToolReport> {
  const faults = await placeFiles(task);
  // Without a file of ours Semgrep leaves out tests and other folders by a list of its own.
  await task.folder.place({ path: '.semgrepignore', text: '' });
  for (let attempts = 1; ; attempts += 1) {
    const { text, outcome: read, failure, ending } = await runOnce(task, rules);
    if (failure !== null) return { kind: 'failed', reason: failure };
    if (read?.kind !== 'parsed' && attempts < MAX_ATTEMPTS) continue;
    const outcome = read?.kind === 'parsed' ? read : salvageSemgrepResults(text, rules.nameRule);
    if (outcome.kind === 'unusable')
      return { kind: 'failed', reason: text === '' ? `no output${ending}` : outcome.reason };
    return addFaults(report(task, outcome, text), faults);
  }
}

interface Attempt {
  readonly text: string;
  readonly outcome: SemgrepOutcome | null;
  /** Why another attempt would be pointless, or null. */
  readonly failure: string | null;
  /** How it ended, for who reads why there is no output. */
  readonly ending: string;
}

async function runOnce(task: ToolTask, { configs, nameRule }: Rules): Promise<Attempt> {
  const output = join(task.folder.home, OUTPUT);
  const end = await task.run(
    [
      'scan',
      ...['--metrics', 'off', '--disable-version-check', '--no-git-ignore', '--quiet', '--oss-only'],
      ...(task.host.trustsRepository ? [] : ['--disable-nosem']),
      ...configs.flatMap((config) => ['--config', config]),
      ...['--json', '--output', output, '.'],
    ],
    { environment: createSemgrepEnvironment(task) },
  );
  if (end.kind !== 'ended') return { text: '', outcome: null, failure: end.reason, ending: '' };
  const ending = describeEnding(end);
  const text = await readOutput(output);
  if (text === null)
    return { text: '', outcome: null, failure: `more than ${MAX_OUTPUT_BYTES} bytes of output`, ending };
  const outcome = text === '' ? null : parseSemgrepResults(text, nameRule);
  const isRefused = (end.exitCode ?? 1) >= 2 && outcome?.kind === 'parsed' && outcome.hits.length === 0;
  const [fault] = parseSemgrepFaults(text);
  return { text, outcome, failure: isRefused ? (fault?.reason ?? `it ended with ${end.exitCode}`) : null, ending };
}

const MAX_MESSAGE_CHARS = 200;

function describeEnding({ exitCode, stderr }: { readonly exitCode: number | null; readonly stderr: string }): string {
  const said =
    stderr
      .trim()
      .split(/\s*\n\s*/u)
      .at(-1)
      ?.slice(0, MAX_MESSAGE_CHARS) ?? '';
  return `, it ended with ${exitCode}${said === '' ? '' : `: ${said}`}`;
}

const createSemgrepEnvironment = ({ folder }: ToolTask): Readonly<Record<string, string>> => ({
  SEMGREP_SEND_METRICS: 'off',
  SEMGREP_ENABLE_VERSION_CHECK: '0',
  SEMGREP_SETTINGS_FILE: join(folder.home, 'settings.yml'),
  SEMGREP_LOG_FILE: join(folder.home, 'semgrep.log'),
  SEMGREP_VERSION_CACHE_PATH: join(folder.home, 'version'),
});

async function readOutput(path: string): Promise<string | null> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_OUTPUT_BYTES) return null;
  return size === 0 ? '' : readFile(path, 'utf8');
}

function report(task: ToolTask, outcome: SemgrepOutcome & { readonly kind: 'parsed' }, text: string): ToolReport {
  const faults = parseSemgrepFaults(text);
  const isCut = outcome.status === 'partial' && faults.length === 0 && outcome.dropped.malformed === 0;
  const cut = { path: null, reason: 'its output ends early; only whole results are kept' };
  const output = {
    kind: 'parsed',
    hits: outcome.hits,
    faults: isCut ? [cut] : faults,
    malformed: outcome.dropped.malformed,
  } as const;
  const told = reportOutput(NAME, output, task, mean);
  return told.kind === 'scanned' ? { ...told, unread: listUnread(task, text) } : told;
}

/** Files that no rule is for; none where Semgrep does not say which it has read. */
function listUnread({ files, folder }: ToolTask, text: string): readonly string[] {
  const scanned = parseSemgrepScanned(text);
  if (scanned === null) return [];
  const read = new Set([...scanned].map((path) => folder.locate(path)));
  return files.map(({ path }) => path).filter((path) => !read.has(path));
}

/** Semgrep puts the folder of a local rule before its name; a name must not depend on where rules lie. */
function createRuleNamer(configs: readonly string[]): (check: string) => string {
  const prefixes = configs.filter((config) => !isRegistryName(config)).map(toPrefix);
  return (check) => check.slice((prefixes.find((prefix) => check.startsWith(prefix)) ?? '').length);
}

function toPrefix(config: string): string {
  const folder = statSync(config, { throwIfNoEntry: false })?.isDirectory() === false ? dirname(config) : config;
  return `${folder.split(/[\\/]/u).filter(Boolean).join('.')}.`;
}

/** A rule that names a weakness speaks for the security reviewer, any other for code quality. */
function mean(hit: ToolHit): Meaning {
  const severity = hit.level === 'error' ? 'HIGH' : 'MEDIUM';
  if (hit.cwe !== null) return meanByWeakness(hit, severity);
  return {
    ...meanByWeakness(hit, severity === 'HIGH' ? 'MEDIUM' : 'LOW'),
    reviewer: 'code-quality-reviewer',
    category: 'patterns',
    title: toTitle(hit.message),
    extra: { effort: 'small' },
  };
}
