/**
 * A small review that is kept, or gone on with: real engine, models over HTTP, run store and journal; files in memory and no
 * analyzers, so that a process that makes it starts quickly.
 */
import { hash } from 'node:crypto';
import { createIndex } from '../../src/context/file-index.ts';
import type { TokenCounter } from '../../src/ports/file-index.ts';
import type { Selection } from '../../src/ports/repository.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { BUILT_IN_REVIEWERS } from '../../src/protocol/reviewers/reviewer-roster.ts';
import { journalIndex } from '../../src/runs/recorded-effects.ts';
import { createTestEngine } from '../../src/testing/engine.ts';
import { createMemoryRepository } from '../../src/testing/memory-repository.ts';
import { completed, createScriptedDriver } from '../../src/testing/scripted-driver.ts';
import { resolveConfig } from '../../src/wiring/config.ts';
import { createModelReviewers } from '../../src/wiring/model-reviewers.ts';
import type { Settings } from '../../src/wiring/settings.ts';
import { keepRun, type RunPlace, takeRun } from '../../src/wiring/stored-runs.ts';
import { MODEL, type RunSize, SIZES } from './small-project.ts';

const ROOT = import.meta.dirname;
const SELECTION: Selection = { kind: 'all' };
const config = resolveConfig({ files: [], env: {}, flags: { model: MODEL } });

/** What the marks of a run are made from; the files are in memory. */
const settings: Settings = {
  repository: { ...createMemoryRepository({}), root: ROOT, [Symbol.asyncDispose]: async () => undefined },
  config,
  configPath: null,
  customReviewers: [],
  roster: BUILT_IN_REVIEWERS,
  rules: { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 },
  ownRules: null,
  suppressions: [],
  searchPath: undefined,
  trustsRepository: false,
  warnings: [],
};

/** As many tokens as there would be, without the vocabulary that has to be read for it. */
const counter: TokenCounter = { encoding: 'thirds', count: (text) => Math.ceil(text.length / 3) };

const hashOf = (text: string): string => hash('sha256', text);

export interface SmallRun {
  readonly place: RunPlace;
  /** The run to go on with; null for a new one. */
  readonly id: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly size: RunSize;
}

export interface KeptReview {
  readonly report: ReportDocument;
  readonly warnings: readonly string[];
}

export async function runSmall({ place, id, environment, size }: SmallRun): Promise<KeptReview> {
  const taken = id === null ? null : await takeRun(place, id, ROOT);
  if (taken?.kind === 'finished') return { report: taken.report, warnings: [] };
  const claimed = taken?.claimed ?? null;
  const { signal } = new AbortController();
  const kept = await keepRun({
    place,
    claimed,
    playbook: { name: 'review', mode: 'review', model: MODEL },
    command: { name: 'review', positional: [], flags: {}, cwd: ROOT },
    settings,
    selection: SELECTION,
    version: '0.0.0',
    signal,
  });
  const { recording } = kept;
  if (recording === null) throw new Error(kept.warnings().join('; '));
  const { reviewers, files, waves } = SIZES[size];
  const quiet = reviewers.map((name) => [name, [{ kind: 'outcome', outcome: completed } as const]]);
  const { account, driversFor } = createModelReviewers({
    config,
    environment,
    root: ROOT,
    clock: recording.clock,
    counter,
    embedded: createScriptedDriver(Object.fromEntries(quiet)),
    guidance: [],
    redactor: createRedactor(),
    recording: recording.recording,
    signal: kept.signal,
  });
  const engine = createTestEngine({
    files,
    driver: createScriptedDriver({}),
    counter,
    request: { reviewerNames: reviewers, roster: BUILT_IN_REVIEWERS, model: MODEL, waves },
    ports: {
      account,
      driversFor,
      clock: recording.clock,
      ids: recording.ids,
      index: journalIndex(createIndex(counter), recording.recording, hashOf),
      resumed: recording.resumed,
      signal: kept.signal,
    },
  });
  try {
    const { report } = await engine.run();
    kept.check(report);
    await kept.end(report, 0);
    return { report, warnings: [...(claimed?.store.warnings ?? []), ...kept.warnings()] };
  } catch (thrown) {
    throw (await kept.fail(thrown)).error;
  }
}
