/**
 * Runs an analyzer's scan function on each file in turn and returns one AnalyzerOutcome with all findings. A file over 2,000,000
 * characters, or whose scan throws, is listed as unfinished with the reason, and the others go on. Called by ast-grep, oxlint, ruff and
 * others.
 */
import { setImmediate } from 'node:timers/promises';
import type { AnalyzerFinding, AnalyzerOutcome, BeginFile, SourceFile } from '../ports/analyzer.ts';

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
type NoteLimit = (limit: string) => void;

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
  const limits = new Map<string, number>();
  const note: NoteLimit = (limit) => void limits.set(limit, (limits.get(limit) ?? 0) + 1);
  for (const file of files) {
    try {
      if (signal.aborted) throw new UnfinishedFile('aborted');
      if (file.text.length > MAX_CHARACTERS) throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
      begin(file.path);
      for (const finding of await scan(file, note)) findings.push(finding);
    } catch (error) {
      findings.push(...foundBefore(error));
      faults.set(file.path, error instanceof Error ? error.message : String(error));
    }
    await setImmediate();
  }
  const reason = [...new Set(faults.values())].join('; ');
  const unfinished = [...faults.keys()];
  if (faults.size === 0) return { status: 'completed', reason: describeLimits(limits), findings, unfinished };
  const differ = new Set(faults.values()).size > 1;
  return {
    status: 'partial',
    reason,
    findings,
    unfinished,
    ...(differ ? { reasons: Object.fromEntries(faults) } : {}),
  };
}

const foundBefore = (error: unknown): readonly AnalyzerFinding[] =>
  error instanceof UnfinishedFile ? error.findings : [];

/** What was looked at less closely than usual, and how often; null where nothing was. */
function describeLimits(limits: ReadonlyMap<string, number>): string | null {
  const said = [...limits].map(([limit, files]) => `${limit} in ${files} ${files === 1 ? 'file' : 'files'}`);
  return said.length === 0 ? null : said.join('; ');
}
