/**
 * The Analyzer port: takes files, finds problems in them without a model and returns findings, status and what it could not
 * parse. Deterministic; runs nothing of the reviewed repository. Implemented in analyzers/, called by reviewers/embedded/.
 */
import type { LimitedFile } from '../protocol/coverage/limited-files.ts';
import type { LineRange } from '../protocol/findings/finding.ts';
import type { AnalyzerStatus } from '../protocol/report/report-document.ts';
import type { AnalyzerFinding } from './analyzer-finding.ts';
import type { FileFlows } from './open-flow.ts';
import type { Snapshot } from './repository.ts';

export type { AnalyzerFinding } from './analyzer-finding.ts';

export interface SourceFile {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
  readonly changed: readonly LineRange[] | null;
}

export type AnalyzerRow = {
  readonly name: string;
  readonly findings: number;
  readonly reason: string | null;
  /** Of this reviewer; they are told together with those of the others. */
  readonly limits?: readonly LimitedFile[];
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
  readonly limits?: readonly LimitedFile[];
  /** Files of which more can be said once all others are known; an analyzer that joins files says it. */
  readonly open?: readonly string[];
  /** What it leaves to such an analyzer. Kept beside the outcome, never in the record of a run. */
  readonly flows?: readonly FileFlows[];
  /** Findings of other analyzers that it looked into and that do not stand. */
  readonly settled?: readonly SettledFinding[];
  /** Sinks of which it could not tell whether untrusted data reaches them: neither clean nor guarded nor reported. */
  readonly unresolved?: readonly UnresolvedSink[];
  /** Of the places that the host asked about those of which it can tell more than by its findings. */
  readonly examined?: readonly ExaminedPlace[];
}

/** A place that somebody asks about: lines of a file, and the weaknesses that another tool sees there. */
export interface AskedPlace {
  readonly line: number;
  readonly endLine: number;
  readonly cwes: readonly string[];
}

/** What data flow says of such a place, where it can tell why nothing untrusted arrives there. */
export interface ExaminedPlace extends Pick<AskedPlace, 'line' | 'endLine'> {
  readonly file: string;
  readonly kind: 'guarded' | 'unreachable';
  readonly reason: string;
  /** The weakness it was asked for; null: whatever it is. */
  readonly cwe: string | null;
}

export interface UnresolvedSink {
  readonly file: string;
  /** Null, like `cwe`, where the data flow of the whole file was not followed to its end. */
  readonly line: number | null;
  readonly cwe: string | null;
}

export interface SettledFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  /** What was found out about it. */
  readonly reason: string;
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
  /** Whether it puts together what others left open in several files: then it is asked last, and for those files only. */
  readonly joins?: boolean;
  /** Whether it has something to say about such a file for that reviewer. */
  accepts(path: string, language: string | null, reviewer: string): boolean;
  scan(
    files: readonly SourceFile[],
    snapshot: Snapshot,
    signal: AbortSignal,
    begin?: BeginFile,
  ): Promise<AnalyzerOutcome>;
}
