/**
 * What a recording holds besides the calls of models: the scope, so that a replay over other files is refused at once, and
 * what analyzers found, so that a replay needs none of them and says the same on every machine.
 */
import type { ContextSearch } from '../../context/tools/semantic-search.ts';
import type { Analyzer, Driver, Index, Journal } from '../../ports.ts';
import type { MarkQuestion } from './recording.ts';
import type { RecordedAnalysis, ScopeMarks, Tape } from './tape.ts';
/** How the scope differs from the recorded one; null where it does not. */
export declare function describeDifference(recorded: ScopeMarks, found: ScopeMarks): string | null;
/** The index, with its scope recorded or compared. An interrupted scope is none. */
export declare const journalIndex: (index: Index, tape: Pick<Tape, 'kind' | 'journal'>, mark: MarkQuestion, signal: AbortSignal) => Index;
/** An analyzer whose scans are made once. What was stopped is not a scan. */
export declare function journalAnalyzer<T extends Analyzer>(analyzer: T, journal: Journal, mark: MarkQuestion): T;
/** A search that is made once in a run, whoever asks. A recording that has it not was made by one that did not keep it. */
export declare const journalSearch: (look: ContextSearch, journal: Journal, { mark, isPaid }: {
    readonly mark: (request: Parameters<ContextSearch>[0]) => string;
    readonly isPaid: boolean;
}) => ContextSearch;
/** The embedded reviewers, with everything they say kept. */
export declare const recordDriver: (driver: Driver, keep: (analysis: RecordedAnalysis) => void, mark: MarkQuestion) => Driver;
/** The embedded reviewers as they were recorded. */
export declare function playDriver(name: string, analyses: readonly RecordedAnalysis[], mark: MarkQuestion): Driver;
