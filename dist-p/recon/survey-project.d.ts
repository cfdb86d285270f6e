/**
 * Phase 1 by the host: reads the files once, outlines them, and says what there is to audit. No model is asked. Everything
 * comes out in a fixed order; what a cap leaves out is counted.
 */
import type { OutlineSource } from '../outline-port.ts';
import { type ProjectSymbols } from './project-symbols.ts';
import type { ProjectDependency, Recon } from './recon.ts';
export interface SurveyFile {
    readonly path: string;
    readonly language: string | null;
    readonly text: string;
}
export interface SurveyMeans {
    readonly outline: OutlineSource;
    readonly dependencies: readonly ProjectDependency[];
}
/** The survey, and the symbols it was made from: the call graph needs them again. */
export interface Survey {
    readonly recon: Recon;
    readonly symbols: ProjectSymbols;
}
export declare const MAX_OUTLINES = 20000;
export declare const MAX_ENTRY_POINTS = 5000;
export declare const MAX_SINKS = 20000;
export declare function surveyProject(files: AsyncIterable<SurveyFile> | Iterable<SurveyFile>, { outline, dependencies }: SurveyMeans): Promise<Survey>;
