/**
 * Runs Semgrep for the baseline scan of an audit, where it is installed and allowed (kept in the journal, or played from a recording),
 * and joins its hits with the result of the embedded analyzers into one `BaselineScan` (FACT-06, AUD-30). Called by audit-ports.ts.
 */

import { ReviewError } from '../errors.ts';
import type { BaselineScan } from '../ports/auditor.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import type { Journal } from '../ports/journal.ts';
import type { Snapshot } from '../ports/repository.ts';
import type { ClaimedFinding } from '../protocol/findings/finding.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import { toAnalyzerRow } from '../reviewers/embedded/analyzer-row.ts';
import type { EmbeddedScan } from '../reviewers/embedded/audit/scan-baseline.ts';
import { hideClaims, readCited, showClaims } from '../runs/hidden-claims.ts';
import type { RunRecording } from '../runs/recording-file.ts';
import { openAllowed } from './embedded-reviewers.ts';
import type { Settings } from './settings.ts';

export type ScanWithSemgrep = (
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  signal: AbortSignal,
) => Promise<BaselineScan['semgrep']>;

/** Played where a recording is; kept where one is made. */
export async function openSemgrep(
  settings: Settings,
  recording: RunRecording | null,
  isRequired: boolean,
  redactor: Redactor,
): Promise<ScanWithSemgrep> {
  if (recording?.kind === 'replay') {
    const absent = { status: 'absent' as const, reason: 'not in the recording', findings: [] };
    return (_files, snapshot) =>
      keepScan({ journal: recording.journal, snapshot, redactor }, () => Promise.resolve(absent)).catch(() => absent);
  }
  const semgrep = await openAllowed(settings, 'semgrep');
  if (isRequired && semgrep?.absence !== null)
    throw new ReviewError(
      'semgrep-required',
      `[HALT] ${semgrep === null ? 'Semgrep is switched off by `external_analyzers`' : semgrep.absence}.`,
    );
  return (files, snapshot, signal) => {
    const scan = (): Promise<BaselineScan['semgrep']> => scanWithSemgrep(semgrep, files, snapshot, signal);
    return recording === null ? scan() : keepScan({ journal: recording.journal, snapshot, redactor }, scan, signal);
  };
}

export const isWithoutSemgrep = ({ status }: BaselineScan['semgrep']): boolean =>
  status === 'failed' || status === 'absent';

/** Made once; what the end of the run cut off is not a scan. */
const keepScan = async (
  {
    journal,
    snapshot,
    redactor,
  }: { readonly journal: Journal; readonly snapshot: Snapshot; readonly redactor: Redactor },
  scan: () => Promise<BaselineScan['semgrep']>,
  signal?: AbortSignal,
): Promise<BaselineScan['semgrep']> => {
  const settle = (): 'drop' | 'keep' => (signal?.aborted === true ? 'drop' : 'keep');
  let made: BaselineScan['semgrep'] | null = null;
  const { value } = await journal.step({ key: 'semgrep', kind: 'semgrep', inputHash: '', settle }, async () => {
    made = await scan();
    return { ...made, findings: hideClaims(made.findings, await readCited(made.findings, snapshot), redactor) };
  });
  return (
    made ?? { ...value, findings: showClaims(value.findings, await readCited(value.findings, snapshot), redactor) }
  );
};

type Semgrep = NonNullable<Awaited<ReturnType<typeof openAllowed>>>;

/** Installed, and not run: that is no scan that found nothing. */
const NOTHING_FITS = 'no rule applies to a language in scope; add rules with `semgrep_rules`';

async function scanWithSemgrep(
  semgrep: Semgrep | null,
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<BaselineScan['semgrep']> {
  if (semgrep === null) return { status: 'absent', reason: 'switched off by configuration', findings: [] };
  if (semgrep.absence !== null) return { status: 'absent', reason: semgrep.absence, findings: [] };
  const wanted = files.filter(({ path, language }) => semgrep.accepts(path, language, 'security-reviewer'));
  if (wanted.length === 0) return { status: 'absent', reason: NOTHING_FITS, findings: [] };
  const sources = await Promise.all(
    wanted.map(async ({ path, language, changed }) => {
      const read = await snapshot.read(path);
      return read.kind === 'text' ? [{ path, language, changed, text: read.text }] : [];
    }),
  );
  const outcome = await semgrep.scan(sources.flat(), snapshot, signal);
  const { status, reason, findings } = outcome;
  return { status, reason, findings, version: semgrep.version };
}

export const toBaseline = (
  scan: EmbeddedScan,
  findings: readonly ClaimedFinding[],
  semgrep: BaselineScan['semgrep'],
): BaselineScan => ({
  semgrep,
  embedded: { status: scan.status, findings, refuted: scan.refuted },
  analyzers: [
    ...scan.analyzers,
    toAnalyzerRow({
      name: 'semgrep',
      version: semgrep.version ?? null,
      status: semgrep.status,
      findings: semgrep.findings.length,
      reason: semgrep.reason,
    }),
  ],
});
