/** A component that finds problems in files without a model. Deterministic; runs nothing of the reviewed repository. */
import type { ClaimedFinding, LineRange } from '../protocol/findings/finding.ts';
import type { AnalyzerStatus } from '../protocol/report/report-document.ts';
import type { Snapshot } from './repository.ts';

export interface SourceFile {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
  readonly changed: readonly LineRange[] | null;
}

/** A finding of an analyzer, addressed to the reviewer who reports it. `file` and `line` are always set. */
export interface AnalyzerFinding extends ClaimedFinding {
  readonly reviewer: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly rule: string;
}

export type AnalyzerRow = {
  readonly name: string;
  readonly findings: number;
  readonly reason: string | null;
} & (
  | { readonly status: Exclude<AnalyzerStatus, 'absent' | 'failed'>; readonly version: string }
  | { readonly status: 'absent' | 'failed'; readonly version: string | null }
);

export interface UnparsedFile {
  readonly path: string;
  /** What is wrong with it, and where. */
  readonly fault: string;
}

export interface AnalyzerOutcome {
  readonly status: AnalyzerStatus;
  readonly reason: string | null;
  readonly findings: readonly AnalyzerFinding[];
  /** Files it could not finish, of those it was given. */
  readonly unfinished: readonly string[];
  /** Why, by path, where the reasons differ; else `reason` is that of each. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Files it had no rule for, of those it was given: it has not looked at them. */
  readonly unread?: readonly string[];
  /** Files whose text breaks the rules of their format, of those it was given: found is what could still be read of them. */
  readonly unparsed?: readonly UnparsedFile[];
}

/** Told of each file before it is scanned: a scan that does not end is stopped, and this says at which file. */
export type BeginFile = (path: string) => void;

/** A real component that finds problems. Deterministic; never throws; never runs anything of the reviewed repository. */
export interface Analyzer {
  readonly name: string;
  /** Null only where it is not there, or has not run yet. */
  readonly version: string | null;
  /** Reviewers it finds for. */
  readonly reviewers: readonly string[];
  /** Whether it has something to say about such a file for that reviewer. */
  accepts(path: string, language: string | null, reviewer: string): boolean;
  scan(
    files: readonly SourceFile[],
    snapshot: Snapshot,
    signal: AbortSignal,
    begin?: BeginFile,
  ): Promise<AnalyzerOutcome>;
}
