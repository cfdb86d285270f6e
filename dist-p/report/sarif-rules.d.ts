import type { ReportFinding } from '../protocol/report-document.ts';
export interface Rule {
    readonly id: string;
    readonly shortDescription: {
        readonly text: string;
    };
    readonly fullDescription: {
        readonly text: string;
    };
    readonly help: {
        readonly text: string;
    };
    readonly helpUri?: string;
    readonly defaultConfiguration: {
        readonly level: 'error' | 'warning' | 'note';
    };
    readonly properties: Readonly<Record<string, unknown>>;
}
export declare const LEVELS: {
    readonly CRITICAL: 'error';
    readonly HIGH: 'error';
    readonly MEDIUM: 'warning';
    readonly LOW: 'note';
};
/** The rule that found it; else its kind, which does not change with the words of a model. */
export declare function ruleIdOf(finding: ReportFinding): string;
/** Sorted by id; `cutTags` counts what the limit of tags left out. */
export declare function listRules(findings: readonly ReportFinding[]): {
    readonly rules: readonly Rule[];
    readonly cutTags: number;
};
