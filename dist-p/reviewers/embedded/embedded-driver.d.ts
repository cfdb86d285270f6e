/**
 * The reviewer without a model: analyzers find, this driver hands their findings to the host in order and within the
 * budget (HOST-15, HOST-10). Reading costs it nothing; it stops because of what it has written, never because of size.
 */
import type { Analyzer, Driver } from '../../ports.ts';
export interface EmbeddedDriverOptions {
    /** Analyzers that know the files they accept: when they end, the file counts as reviewed. */
    readonly analyzers: readonly Analyzer[];
    /** Analyzers that look at any text: they find too, but alone they do not make a source file reviewed. */
    readonly supplementary?: readonly Analyzer[];
    /** Programs that may not be installed: what they find counts, what they fail at leaves no file unreviewed (FACT-06). */
    readonly optional?: readonly OptionalAnalyzer[];
}
export interface OptionalAnalyzer extends Analyzer {
    /** Why it cannot run, or null where it can: then it is not asked and no file is read for it. */
    readonly absence: string | null;
}
export declare function createEmbeddedDriver({ analyzers, supplementary, optional }: EmbeddedDriverOptions): Driver;
