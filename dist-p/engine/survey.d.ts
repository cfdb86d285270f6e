import type { Emit, IgnoredEntry, Index, IndexedFile, Repository, ScopeRules, Selection, Snapshot } from '../ports.ts';
import { type ReviewerProfile } from '../protocol/reviewer.ts';
export interface Survey {
    readonly snapshot: Snapshot;
    readonly files: readonly IndexedFile[];
    readonly ignored: readonly IgnoredEntry[];
    /** Ignored files that should have been reviewed: every reviewer they belong to owes them. */
    readonly owed: readonly OwedFile[];
    readonly totalTokens: number;
    readonly loc: number;
    /** Files per language; `other` where the file name says nothing. */
    readonly languages: Readonly<Record<string, number>>;
    readonly reviewers: readonly ReviewerProfile[];
    /** The user stopped while it was read: there may be more files than these. */
    readonly isCut: boolean;
}
export interface OwedFile {
    readonly path: string;
    readonly language: string | null;
    readonly reason: 'too-large' | 'unreadable';
}
export interface SurveyRequest {
    readonly selection: Selection;
    readonly rules: ScopeRules;
    readonly roster: readonly ReviewerProfile[];
    /** Names the user asked for; null = by what is in scope. */
    readonly reviewerNames: readonly string[] | null;
}
export interface SurveyPorts {
    readonly repository: Repository;
    readonly index: Index;
    readonly emit: Emit;
    readonly signal?: AbortSignal;
}
/** Rejects with the reason of the interruption as soon as there is one. */
export declare function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T>;
export declare function surveyScope(request: SurveyRequest, ports: SurveyPorts): Promise<Survey>;
export declare function countLanguages(files: readonly IndexedFile[]): Readonly<Record<string, number>>;
/** Nothing to review, and nothing that should have been: exit 5. */
export declare function requireScope(survey: Survey): void;
export declare function requireFiles(survey: Pick<Survey, 'files' | 'owed' | 'ignored' | 'snapshot'>): void;
