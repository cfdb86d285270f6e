/**
 * Reads the report of a stored run, or of a file that `-f json` wrote, and checks it; throws ReviewError with advice where there is
 * none. Called by the commands that work on a report, such as `report`, `runs`, `fix` and `post`.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { RunHistory } from '../ports/run-history.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import type { Terminal } from './streams.ts';

/** Throws ReviewError('no-report'). */
export async function readStoredReport(
  history: Pick<RunHistory, 'report'>,
  { id, status }: StoredRun,
): Promise<ReportDocument> {
  const report = await history.report(id);
  if (report === 'damaged')
    throw new ReviewError('no-report', `the report of ${id} is damaged in the store.`, {
      advice: 'Its checksum is wrong, so it is not shown. Run the review again.',
    });
  if (report !== null) return report;
  if (status === 'running')
    throw new ReviewError('no-report', `${id} is still running.`, { advice: 'Wait until it has finished.' });
  if (status === 'interrupted')
    throw new ReviewError('no-report', `${id} was interrupted before there was a report.`, {
      advice: `Resume it with: consensus-review resume ${id}`,
    });
  throw new ReviewError('no-report', `${id} has ${status} without one.`);
}

export const isReportFile = (name: string): boolean => name.endsWith('.json');

/** As ours are, and what comments can hold as a mark: anything else in one would be read as Markdown there. */
const FINGERPRINT = /^[\w-]{1,64}$/u;

/** Throws ReviewError('unreadable-input') that names the first key that does not fit. */
export async function readReportFile({ workingDirectory }: Terminal, name: string): Promise<ReportDocument> {
  const path = resolve(workingDirectory, name);
  const { reportSchema } = await import('../protocol/report/report-document.ts');
  const value: unknown = await readNamedFile(path)
    .then((text) => JSON.parse(text))
    .catch((error: unknown) => refuse(path, error instanceof Error ? error.message : String(error)));
  const parsed = reportSchema.safeParse(value);
  if (parsed.success) {
    const strange = parsed.data.findings.findIndex(({ fingerprint }) => !FINGERPRINT.test(fingerprint));
    if (strange === -1) return parsed.data;
    return refuse(path, `findings.${strange}.fingerprint: expected at most 64 letters, digits, - and _`);
  }
  const issue = parsed.error.issues[0];
  return refuse(path, `no report of this version: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function refuse(path: string, reason: string): never {
  throw new ReviewError('unreadable-input', `${path}: ${reason}.`, {
    advice: 'Name a file that `-f json` wrote, or a stored run.',
  });
}
