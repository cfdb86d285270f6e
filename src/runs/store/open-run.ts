/**
 * Opens a run that this process owns in the run store: gives its journal, writes its heartbeat, and writes its end once, together with
 * the report. Called by run-store.ts; used by wiring/stored-runs.ts.
 */

import type { Clock } from '../../ports/clock.ts';
import { SEVERITIES, type Severity } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { RunCommand, RunStatus, SettingHashes, StoredUsage } from '../../protocol/report/stored-run.ts';
import { toCamelKeys } from '../../protocol/text/key-case.ts';
import { describeError, isDamaged } from '../../storage/sqlite-errors.ts';
import type { RunDatabase } from './run-database.ts';
import { type RunRow, readCommand } from './run-rows.ts';
import { type ClosableJournal, createSqliteJournal } from './sqlite-journal.ts';
import { packValue } from './stored-value.ts';

export interface RunEnd {
  readonly status: Exclude<RunStatus, 'running'>;
  readonly reason: string | null;
  /** A provider asked to be asked later: what follows may take another turn when it is. */
  readonly isDeferred: boolean;
  readonly report: ReportDocument | null;
  readonly exitCode: number;
  readonly finishedAt: number;
}

export interface OpenRun extends Disposable {
  readonly id: string;
  readonly startedAt: number;
  /** Every nonce of the run comes from it. */
  readonly seed: string;
  readonly resumed: number;
  readonly command: RunCommand;
  readonly settings: SettingHashes;
  readonly version: string;
  readonly journal: ClosableJournal;
  /** What the user should know about what was not, or will not be, kept. */
  readonly warnings: readonly string[];
  /** False where it could not be written, and a warning says so, or where it had ended before. Only the first end counts. */
  end(end: RunEnd): boolean;
  /** Forgets every step: another version recorded them, and this one begins the run again under its own settings. */
  restart(by: { readonly version: string; readonly settings: SettingHashes }): void;
  /** Nothing happened that is worth keeping. */
  discard(): void;
  /** Gives back a run that was taken over and cannot go on now; it stays as it was. */
  release(): void;
}

const BEAT_MS = 15_000;

/** A file that is damaged further in stays so for every run: its path and the way out are said. */
function describeFailure({ database }: RunDatabase, error: unknown): string {
  const said = describeError(error);
  if (!isDamaged(error)) return said;
  return `${said}: ${database.location()} is damaged; move it away, and the next run creates a new one`;
}

export function openRun(store: RunDatabase, row: RunRow, clock: Pick<Clock, 'now'>): OpenRun {
  const { database } = store;
  const warnings: string[] = [];
  const describe = (error: unknown): string => describeFailure(store, error);
  const { id, epoch } = row;
  const warnOfLoss = (error: unknown): void => {
    warnings.push(`the run can no longer be recorded (${describe(error)}): a resumed run repeats what follows`);
  };
  const journal = createSqliteJournal(store, {
    run: id,
    epoch,
    clock,
    mayDiverge: row.deferred === 1,
    onLoss: warnOfLoss,
    onDamage: (key) => warnings.push(`the record of ${key} is damaged: the step is repeated`),
  });
  const beat = database.prepare('UPDATE runs SET beat_at = ? WHERE id = ? AND epoch = ?');
  const beating = setInterval(() => {
    store.write(() => void beat.run(clock.now(), id, epoch), false).catch(() => undefined);
  }, BEAT_MS);
  beating.unref();
  let isOver = false;
  const stop = (): boolean => {
    clearInterval(beating);
    journal.close();
    const wasOver = isOver;
    isOver = true;
    return wasOver;
  };
  /** Where it cannot be written, the end of this process says the same. */
  const change = (statement: string): void => {
    try {
      store.writeNow(() => database.prepare(statement).run(id, epoch));
    } catch (error) {
      warnings.push(`the run store cannot be written (${describe(error)})`);
    }
  };
  return {
    id,
    startedAt: row.startedAt,
    seed: row.seed,
    resumed: row.resumed,
    command: readCommand(row.command),
    settings: JSON.parse(row.settings) as SettingHashes,
    version: row.version,
    journal,
    warnings,
    end(end) {
      if (stop()) return false;
      try {
        store.writeNow(() => writeEnd(store, id, epoch, end));
        return true;
      } catch (error) {
        warnings.push(`the end of the run could not be recorded (${describe(error)})`);
        return false;
      }
    },
    restart({ version, settings }) {
      store.writeNow(() => {
        const owned = 'SELECT id FROM runs WHERE id = ? AND epoch = ?';
        database.prepare(`DELETE FROM steps WHERE run IN (${owned})`).run(id, epoch);
        database
          .prepare('UPDATE runs SET version = ?, settings = ? WHERE id = ? AND epoch = ?')
          .run(version, JSON.stringify(settings), id, epoch);
      });
    },
    discard() {
      if (!stop()) change('DELETE FROM runs WHERE id = ? AND epoch = ?');
    },
    release() {
      if (!stop()) change("UPDATE runs SET status = 'interrupted', resumed = resumed - 1 WHERE id = ? AND epoch = ?");
    },
    [Symbol.dispose]: () => void stop(),
  };
}

function writeEnd({ database }: RunDatabase, id: string, epoch: number, end: RunEnd): void {
  const { report } = end;
  const { changes } = database
    .prepare(
      `UPDATE runs SET status = :status, reason = :reason, deferred = max(deferred, :deferred), finished_at = :finishedAt,
       selection = coalesce(:selection, selection), complete = :complete, verdict = :verdict, exit_code = :exitCode,
       counts = :counts, usage = :usage WHERE id = :id AND epoch = :epoch`,
    )
    .run({
      id,
      epoch,
      status: end.status,
      reason: end.reason,
      deferred: end.isDeferred ? 1 : 0,
      finishedAt: end.finishedAt,
      selection: report?.scope.selection ?? null,
      complete: report === null ? null : Number(report.complete),
      verdict: report?.verdict ?? null,
      exitCode: end.exitCode,
      counts: report === null ? null : JSON.stringify(countFindings(report)),
      usage: report === null ? null : JSON.stringify(toUsage(report)),
    });
  if (report === null || Number(changes) === 0) return;
  const { body, checksum } = packValue(report);
  database
    .prepare(
      'INSERT INTO reports(run, body, checksum) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body, checksum = excluded.checksum',
    )
    .run(id, body, checksum);
}

const COUNTED: ReadonlySet<string> = new Set(['confirmed', 'unverified', 'needs_manual']);

export const countFindings = ({ findings }: ReportDocument): Readonly<Record<Severity, number>> => {
  const counted = findings.filter(({ status }) => COUNTED.has(status));
  const countOf = (severity: Severity): number => counted.filter((finding) => finding.severity === severity).length;
  return Object.fromEntries(SEVERITIES.map((severity) => [severity, countOf(severity)])) as Record<Severity, number>;
};

export const toUsage = ({ usage }: ReportDocument): StoredUsage => {
  const {
    ledger: _ledger,
    cached_input_tokens: _cached,
    reasoning_tokens: _thoughts,
    estimated_calls: _estimated,
    ...sums
  } = usage;
  return toCamelKeys(sums);
};
