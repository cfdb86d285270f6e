/**
 * Reads the runs of a fleet for `runs` and `report`: listed from what was written when they began and ended, so that no report is
 * opened for a list. Reads only; maintenance.ts deletes. Also makes the summary that conduct-run.ts stores. Used by cli/fleet-runs.ts.
 */

import { z } from 'zod';
import type { RunHistory } from '../../ports/run-history.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import { decideExit, hasLooked, isUsable, type RunEnding } from '../../protocol/report/exit-code.ts';
import { type ReportDocument, reportSchema } from '../../protocol/report/report-document.ts';
import type { RunStatus, StoredRun } from '../../protocol/report/stored-run.ts';
import { countFindings, toUsage } from '../../runs/store/open-run.ts';
import type { Database } from './database.ts';
import { unpack } from './packed.ts';
import { RUN_TASK } from './task-queue.ts';

/** Of a fleet nobody removes single runs. */
export interface FleetHistory extends Omit<RunHistory, 'prune' | 'forget'> {
  /** `root` is the name of a project. */
  count(filter?: { readonly root?: string }): Promise<number>;
}

const text = z.string();
const count = z.number().min(0);

const originSchema = z.object({
  mode: z.enum(['review', 'quick', 'standard', 'deep']),
  model: text,
  selection: text,
  command: z.object({
    name: z.enum(['review', 'audit']),
    positional: z.array(text),
    flags: z.record(text, z.unknown()),
    cwd: text,
  }),
  settings: z.record(text, text),
});

export type RunOrigin = Pick<StoredRun, 'mode' | 'model' | 'selection' | 'command' | 'settings'>;

const summarySchema = z.object({
  selection: text,
  resumed: count,
  complete: z.boolean(),
  verdict: z.enum(['VETO', 'WARN', 'OK']),
  exitCode: z.int(),
  counts: z.record(z.enum(SEVERITIES), count),
  usage: z.object({
    inputTokens: count,
    outputTokens: count,
    costUsd: count,
    calls: count,
    reusedCalls: count,
    repeatedCalls: count,
    unpricedCalls: count.nullable().default(null),
  }),
});

/** What a list says of a run that has a report. */
export const summarizeReport = (
  report: ReportDocument,
  {
    failOn,
    allowPartial,
    acceptNotAssessed,
    interrupted,
  }: Pick<RunEnding, 'failOn' | 'allowPartial' | 'acceptNotAssessed' | 'interrupted'>,
): z.input<typeof summarySchema> => ({
  selection: report.scope.selection,
  resumed: report.run.resumed,
  complete: report.complete,
  verdict: report.verdict,
  exitCode: decideExit({
    ...report,
    failOn,
    allowPartial,
    ...(acceptNotAssessed === undefined ? {} : { acceptNotAssessed }),
    usable: isUsable(report),
    hasLooked: hasLooked(report),
    interrupted,
  }).code,
  counts: countFindings(report),
  usage: toUsage(report),
});

const bytes = z.instanceof(Uint8Array);
const milliseconds = z.date().transform((date) => date.getTime());
const runRow = z.object({
  id: text,
  playbook: z.enum(['review', 'audit']),
  version: text,
  project: text,
  status: text,
  stop_reason: text.nullable(),
  failure: text.nullable(),
  take: z.int(),
  submitted_at: milliseconds,
  finished_at: milliseconds.nullable(),
  origin: bytes.nullable(),
  summary: bytes.nullable(),
});
type RunRow = z.infer<typeof runRow>;

const COLUMNS = `id, playbook, version, project, status, stop_reason, failure, take, submitted_at, finished_at, origin, summary`;
const NEWEST = 'ORDER BY submitted_at DESC, id DESC';
const countRow = z.object({ count: z.coerce.number() });
const resultRow = z.object({ result: bytes, checksum: text });
const stepRow = z.object({
  key: text,
  kind: text,
  mark: text,
  begun: z.int(),
  intent_at: milliseconds,
  done_at: milliseconds.nullable(),
  bytes: z.int(),
});
const valueRow = z.object({ value: bytes, checksum: text });

export const createFleetHistory = (database: Database): FleetHistory => ({
  async list({ root, limit } = {}) {
    const rows = await database.rows(
      runRow,
      `SELECT ${COLUMNS} FROM consensus_review.runs WHERE $1::text IS NULL OR project = $1 ${NEWEST} LIMIT $2`,
      [root ?? null, limit ?? null],
    );
    return rows.map(toStoredRun);
  },
  async count({ root } = {}) {
    const [row] = await database.rows(
      countRow,
      'SELECT count(*) FROM consensus_review.runs WHERE $1::text IS NULL OR project = $1',
      [root ?? null],
    );
    return row?.count ?? 0;
  },
  async find(id) {
    const rows = await database.rows(
      runRow,
      `SELECT ${COLUMNS} FROM consensus_review.runs WHERE id = $1 OR starts_with(id, $1) ORDER BY id = $1 DESC LIMIT 2`,
      [id],
    );
    const [first, second] = rows;
    if (first === undefined) return null;
    return first.id !== id && second !== undefined ? 'ambiguous' : toStoredRun(first);
  },
  report: (id) => readReport(database, id),
  async steps(id) {
    const rows = await database.rows(
      stepRow,
      `SELECT key, kind, mark, begun, intent_at, done_at, coalesce(octet_length(value), 0) AS bytes
       FROM consensus_review.steps WHERE run_id = $1 ORDER BY intent_at, key`,
      [id],
    );
    return rows.map(({ mark: inputHash, intent_at: intentAt, done_at: doneAt, ...rest }) => ({
      ...rest,
      inputHash,
      intentAt,
      doneAt,
    }));
  },
  async value(id, { key, inputHash }) {
    const [row] = await database.rows(
      valueRow,
      `SELECT value, checksum FROM consensus_review.steps
       WHERE run_id = $1 AND key = $2 AND mark = $3 AND value IS NOT NULL`,
      [id, key, inputHash],
    );
    if (row === undefined) return undefined;
    try {
      return unpack(z.unknown(), row.value, key, row.checksum);
    } catch {
      return undefined;
    }
  },
});

const doneSchema = z.object({ kind: text, value: z.unknown() });

/** Given on as it was written: the order of its keys is part of it. */
async function readReport(database: Database, id: string): Promise<ReportDocument | 'damaged' | null> {
  const [row] = await database.rows(
    resultRow,
    `SELECT result, checksum FROM consensus_review.tasks WHERE run_id = $1 AND key = $2 AND status = 'done'`,
    [id, RUN_TASK],
  );
  if (row === undefined) return null;
  try {
    const { kind, value } = unpack(doneSchema, row.result, `report of ${id}`, row.checksum);
    if (kind !== 'done') return null;
    return reportSchema.safeParse(value).success ? (value as ReportDocument) : 'damaged';
  } catch {
    return 'damaged';
  }
}

/** A run without an origin was submitted before one was written down. */
const NO_ORIGIN: RunOrigin = {
  mode: 'review',
  model: '?',
  selection: '?',
  command: { name: 'review', positional: [], flags: {}, cwd: '' },
  settings: {},
};

const read = <S extends z.ZodType>(schema: S, packed: Uint8Array | null, what: string): z.output<S> | null =>
  packed === null ? null : unpack(schema.nullable(), packed, what);

function statusOf({ status, failure, finished_at: finishedAt }: RunRow): RunStatus {
  if (finishedAt === null) return 'running';
  if (failure !== null) return 'failed';
  return status === 'finished' ? 'finished' : 'interrupted';
}

function reasonOf({ status, stop_reason: stopReason, failure, finished_at: finishedAt }: RunRow): string | null {
  if (failure !== null) return failure;
  if (status === 'finished' || finishedAt === null) return stopReason === null ? null : 'it was asked to end';
  return stopReason === null ? 'it was stopped before everything was reviewed' : 'it was interrupted';
}

function toStoredRun(row: RunRow): StoredRun {
  const origin = read(originSchema, row.origin, `run ${row.id}`) ?? NO_ORIGIN;
  const summary = read(summarySchema, row.summary, `summary of ${row.id}`);
  return {
    id: row.id,
    root: row.project,
    playbook: row.playbook,
    ...origin,
    selection: summary?.selection ?? origin.selection,
    version: row.version,
    startedAt: row.submitted_at,
    finishedAt: row.finished_at,
    status: statusOf(row),
    reason: reasonOf(row),
    resumed: row.take - 1,
    complete: summary?.complete ?? null,
    verdict: summary?.verdict ?? null,
    exitCode: summary?.exitCode ?? null,
    counts: summary?.counts ?? null,
    usage: summary?.usage ?? null,
    hasReport: summary !== null,
  };
}
