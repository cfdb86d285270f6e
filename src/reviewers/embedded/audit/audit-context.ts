/**
 * Declares the type that the embedded auditor works on, `AuditContext` (recon, findings of analyzers, functions that follow calls and
 * read lines), and `Examination`, the result of one dimension. Made by open-audit-context.ts; read by hunt.ts, deepen.ts, validate.ts
 * and the files they call.
 */
import type { UnresolvedSink } from '../../../ports/analyzer.ts';
import type { CoverageCell, FlowOutcome } from '../../../ports/auditor.ts';
import type { CoverageEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import type { Dimension } from '../../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import type { Hotspot } from '../../../protocol/rounds/state-transfer.ts';
import type { PathStart } from '../../../recon/code-links.ts';
import type { CodePlace, Guard, Recon } from '../../../recon/recon.ts';
import type { ProjectEntries } from '../../../recon/survey-project.ts';

/** The way from an entry point to a place. `unknown`: no caller is left, and none of them was an entry point. */
export type TracePlace = (place: CodePlace) => FlowOutcome;

export interface AuditContext {
  /** Of the scope. */
  readonly recon: Recon;
  readonly project: ProjectEntries;
  readonly findings: readonly ClaimedFinding[];
  readonly trace: TracePlace;
  /** Whether whoever enters there runs the code of the place, by calls that are no guess. */
  readonly leadsTo: (start: PathStart, place: CodePlace) => boolean;
  /** The guard before the entry point (`file:line`) that the place is a part of. */
  readonly findGuardAround: (entry: string, place: CodePlace) => Guard | null;
  /** Files whose analyzers ended. */
  readonly analysed: ReadonlySet<string>;
  /** Sinks whose data could not be followed to its source or to a check, in a file and a dimension. */
  readonly unresolvedIn: (path: string, dimension: Dimension) => readonly UnresolvedSink[];
  /** Whether a rule of the dimension follows data in the language of the file. */
  readonly followsData: (path: string, dimension: Dimension) => boolean;
  readonly isSource: (path: string) => boolean;
  /** Files whose calls are known. The others were read by rules alone: nothing could parse them, or they are built or foreign. */
  readonly outlined: ReadonlySet<string>;
  /** Analyzers that ran to their end, by name. */
  readonly analyzers: ReadonlySet<string>;
  /** What is searched for in a dimension: the calls of the knowledge tables for the languages and frameworks found. */
  readonly patternsOf: (dimension: Dimension) => readonly { readonly pattern: string; readonly subCategory: string }[];
  /** Text of a file, as lines; empty where it cannot be read. */
  readonly linesOf: (path: string) => Promise<readonly string[]>;
}

/** What looking at one dimension gave. */
export interface Examination<Evidence extends CoverageEvidence = CoverageEvidence> {
  readonly evidence: Evidence;
  readonly cells: readonly CoverageCell[];
  readonly findings: readonly ClaimedFinding[];
  /** Sinks an entry point reaches and no rule has judged: the next round looks there first. */
  readonly hotspots: readonly Hotspot[];
}

/** A file of the scope was analysed; of one around it, recon has read what it declares and calls. */
export const wasRead = ({ analysed, outlined, isSource }: AuditContext, path: string): boolean =>
  analysed.has(path) || (!isSource(path) && outlined.has(path));
