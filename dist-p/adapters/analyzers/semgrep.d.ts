import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export interface SemgrepOptions {
    /** Files and folders, relative to the reviewed root, or registry names such as `p/ci`; besides our own pack. */
    readonly rules: readonly string[];
    /** Whether rules may be fetched from the registry. */
    readonly mayUseNetwork: boolean;
}
/** Rules of ours for languages that no other analyzer of ours reads; elsewhere the rule pack is quicker. */
export declare const OWN_RULES: string;
export declare function createSemgrepAnalyzer(host: ExternalHost, options: SemgrepOptions): ExternalAnalyzer;
