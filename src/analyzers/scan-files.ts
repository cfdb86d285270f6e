/**
 * Runs an analyzer's scan function on each file in turn and returns one AnalyzerOutcome with all findings. A file over 2,000,000
 * characters, or whose scan throws, is listed as unfinished with the reason, and the others go on; what was looked at less closely is
 * listed file by file. Called by ast-grep, oxlint, ruff and others.
 */
import { setImmediate } from 'node:timers/promises';
import type { AnalyzerFinding, AnalyzerOutcome, BeginFile, SourceFile } from '../ports/analyzer.ts';
import type { LimitedFile } from '../protocol/coverage/limited-files.ts';

const MAX_CHARACTERS = 2_000_000;

/** Thrown for a file that an analyzer will not finish, with the reason and with what it had found by then. */
export class UnfinishedFile extends Error {
  readonly findings: readonly AnalyzerFinding[];

  constructor(reason: string, findings: readonly AnalyzerFinding[] = []) {
    super(reason);
    this.findings = findings;
  }
}

/** Called for a file that was looked at less closely than usual. */
export type NoteLimit = (limit: string, lines?: LimitedFile['lines']) => void;

/** Who may stop a scan, and who is told how far it is. */
export interface ScanControl {
  readonly signal: AbortSignal;
  readonly begin?: BeginFile | undefined;
}

export async function scanFiles(
  files: readonly SourceFile[],
  { signal, begin = () => undefined }: ScanControl,
  scan: (file: SourceFile, note: NoteLimit) => Promise<readonly AnalyzerFinding[]>,
): Promise<AnalyzerOutcome> {
  const findings: AnalyzerFinding[] = [];
  const faults = new Map<string, string>();
  const limits: LimitedFile[] = [];
  for (const file of files) {
    try {
      if (signal.aborted) throw new UnfinishedFile('aborted');
      if (file.text.length > MAX_CHARACTERS) throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
      begin(file.path);
      for (const finding of await scan(file, noteIn(limits, file))) findings.push(finding);
    } catch (error) {
      findings.push(...foundBefore(error));
      faults.set(file.path, error instanceof Error ? error.message : String(error));
    }
    await setImmediate();
  }
  return { ...describeFaults(faults), findings, ...(limits.length > 0 ? { limits } : {}) };
}

function describeFaults(faults: ReadonlyMap<string, string>): Omit<AnalyzerOutcome, 'findings'> {
  const reasons = new Set(faults.values());
  return {
    status: faults.size === 0 ? 'completed' : 'partial',
    reason: [...reasons].join('; ') || null,
    unfinished: [...faults.keys()],
    ...(reasons.size > 1 ? { reasons: Object.fromEntries(faults) } : {}),
  };
}

const noteIn =
  (limits: LimitedFile[], { path }: SourceFile): NoteLimit =>
  (limit, lines) =>
    limits.push({ path, limit, ...(lines ? { lines } : {}) });

const foundBefore = (error: unknown): readonly AnalyzerFinding[] =>
  error instanceof UnfinishedFile ? error.findings : [];
