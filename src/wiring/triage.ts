/**
 * Sets up `triage FILE.sarif`: reads and checks the SARIF files of other scanners, and makes of their alarms the settings, request and
 * ports of a review in which the judging driver (reviewers/embedded/triage-driver.ts) stands in the place of the reviewers. Nothing of
 * the files is run or followed. Called by playbooks.ts and cli/commands/triage-command.ts.
 */
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnginePorts, ReviewRequest } from '../engine/review/review-request.ts';
import { ReviewError } from '../errors.ts';
import type { AskedPlace } from '../ports/analyzer.ts';
import type { Repository } from '../ports/repository.ts';
import { boundTokens } from '../protocol/budget/run-bound.ts';
import { turnBudgetTokens } from '../protocol/budget/turns.ts';
import { type Alarm, type LeftOut, parseSarif } from '../protocol/output/sarif-alarms.ts';
import { EMBEDDED } from '../protocol/reviewers/reviewer-models.ts';
import { VALIDATOR_TURNS } from '../protocol/rounds/validation-plan.ts';
import { createTriageDriver, TRIAGE_BATCH, type Triage } from '../reviewers/embedded/triage-driver.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import { type EngineParts, openEngine } from './review-ports.ts';
import type { Settings } from './settings.ts';

/** Who judges. Its analyses are those that follow data. */
export const TRIAGE_REVIEWER = 'security-reviewer';

/** Larger ones are refused before they are read. */
const MAX_SARIF_BYTES = 100_000_000;

export interface ReadTriage extends Triage {
  readonly tools: readonly string[];
  /** Files that alarms name and that are there, each once. */
  readonly files: readonly string[];
  /** For the report: what is no alarm by the word of its tool, or speaks of code that is gone. */
  readonly notes: readonly string[];
}

/** Throws ReviewError for a file that cannot be read or is no SARIF. */
export async function readTriage(root: string, sarifFiles: readonly string[]): Promise<ReadTriage> {
  const folder = await realpath(root).catch(() => root);
  const parsed = await Promise.all(sarifFiles.map(async (path) => parseFile(path, folder)));
  const leftOut = new Map<LeftOut, number>();
  for (const { leftOut: own } of parsed)
    for (const [why, count] of own) leftOut.set(why, (leftOut.get(why) ?? 0) + count);
  const alarms = parsed.flatMap((each) => each.alarms);
  const named = [...new Set(alarms.map(({ file }) => file))];
  const there = new Set<string>();
  for (const path of named) if (await isFile(join(folder, path))) there.add(path);
  const gone = alarms.filter(({ file }) => !there.has(file));
  const count = (why: LeftOut): number => leftOut.get(why) ?? 0;
  const unread = (['outside', 'no-place', 'malformed', 'too-many'] as const).reduce((sum, why) => sum + count(why), 0);
  const say = (number: number, words: string): readonly string[] => (number === 0 ? [] : [`${number} ${words}`]);
  return {
    tools: [...new Set(parsed.flatMap(({ tools }) => tools))],
    alarms: alarms.filter(({ file }) => there.has(file)),
    files: named.filter((path) => there.has(path)),
    unjudged: [
      ...say(count('outside'), `outside ${root}`),
      ...say(count('no-place'), 'without a file'),
      ...say(count('malformed'), 'without a rule'),
      ...say(count('too-many'), 'past the limit of 20,000'),
      ...say(gone.length, `in files that are not there, as ${gone[0]?.file}`),
    ],
    unjudgedCount: unread + gone.length,
    notes: [
      ...say(count('suppressed'), 'results are suppressed in the SARIF file and were not judged'),
      ...say(count('not-a-failure'), 'results are no failures (passed, not applicable, gone)'),
    ],
  };
}

async function parseFile(
  path: string,
  root: string,
): Promise<Exclude<ReturnType<typeof parseSarif>, { fault: string }>> {
  const fail = (detail: string): ReviewError =>
    new ReviewError('unreadable-input', `${path}: ${detail}.`, {
      advice:
        'Name a SARIF 2.1.0 file, as `semgrep --sarif`, `bandit -f sarif` (with `bandit[sarif]`), `gosec -fmt sarif` or CodeQL write it.',
    });
  let text: string;
  try {
    text = await readNamedFile(path, MAX_SARIF_BYTES);
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
  const parsed = parseSarif(text, root);
  if ('fault' in parsed) throw fail(parsed.fault);
  return parsed;
}

/** A link is none: where it leads is not the alarm's to say. */
const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Our analyses judge, told of the places; no program of another vouches for its own alarm. A model is asked where the call names it. */
export const settingsForTriage = (settings: Settings, { alarms }: Triage, model: string = EMBEDDED): Settings => ({
  ...settings,
  repository: alarms.length === 0 ? withoutFiles(settings.repository) : settings.repository,
  config: {
    ...settings.config,
    model,
    panel: [],
    reviewerModels: {},
    fallback: null,
    externalAnalyzers: [],
  },
  roster: settings.roster.map((reviewer) => ({ ...reviewer, model: null })),
  places: placesOf(alarms),
});

/** A scan without alarms is a result, and there is nothing to look at: no file was left out by anybody. */
function withoutFiles(repository: Settings['repository']): Settings['repository'] {
  const open: Repository['open'] = async (...call) => ({
    ...(await repository.open(...call)),
    selection: 'the list of alarms',
    async *entries() {
      // No alarm names one.
    },
  });
  return Object.assign(Object.create(repository) as typeof repository, { open });
}

function placesOf(alarms: readonly Alarm[]): Readonly<Record<string, readonly AskedPlace[]>> {
  const places: Record<string, AskedPlace[]> = Object.create(null);
  for (const { file, line, endLine, cwes } of alarms) {
    const own = places[file] ?? [];
    if (!own.some((each) => each.line === line && each.endLine === endLine && each.cwes.join() === cwes.join()))
      own.push({ line, endLine, cwes });
    places[file] = own;
  }
  return { ...places };
}

export const requestForTriage = (
  request: ReviewRequest,
  { alarms, unjudgedCount, tools, notes }: ReadTriage,
): ReviewRequest => {
  const count = alarms.length + unjudgedCount;
  return {
    ...request,
    reviewerNames: [TRIAGE_REVIEWER],
    warnings: [
      ...request.warnings,
      `⚠️ triage: ${count} ${count === 1 ? 'alarm' : 'alarms'} of ${tools.join(', ') || 'no tool'}; nothing else was looked for`,
      ...notes.map((note) => `⚠️ triage: ${note}`),
    ],
  };
};

/** The embedded analyses judge; what they leave unknown is asked of the model, where there is one. */
export async function openTriagePorts(parts: EngineParts, triage: Triage): Promise<EnginePorts> {
  const { ports, embedded, models } = await openEngine(parts);
  const { model, thresholds } = parts.settings.config;
  const judge =
    models === null
      ? null
      : (await import('./triage-judge.ts')).createTriageJudge({
          options: models.auditOn(model),
          openTools: ports.openTools,
          thresholds,
        });
  return {
    ...ports,
    account: ports.account === null ? null : boundToAlarms(ports.account, triage),
    reuse: null,
    driversFor: () => [createTriageDriver(embedded, triage, judge)],
  };
}

/** The most that the calls may take where the user gave no limit is planned by the alarms: the files are read without a model. */
function boundToAlarms<T extends NonNullable<EnginePorts['account']>>(account: T, { alarms }: Triage): T {
  const perFile = [...Map.groupBy(alarms, ({ file }) => file).values()];
  const batches = perFile.reduce((sum, own) => sum + Math.ceil(own.length / TRIAGE_BATCH), 0);
  const conversation = { turns: VALIDATOR_TURNS, carriedTokens: 0, budgetTokens: turnBudgetTokens(VALIDATOR_TURNS) };
  const tokens = boundTokens(Array.from({ length: batches }, () => conversation));
  return Object.assign(Object.create(account) as T, { bound: () => account.bound(tokens) });
}
