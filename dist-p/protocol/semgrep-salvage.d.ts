import { type SemgrepOutcome } from './semgrep-results.ts';
/** The outcome of a broken text: partial with what closed, or unusable where nothing did. */
export declare function salvageSemgrepResults(text: string): SemgrepOutcome;
