/** Who looked at what, on a terminal: the table of agents, files not reviewed, what was left out, how to go on. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { type Overview } from './overview.ts';
import { type Page, type Section } from './terminal-page.ts';
/** One row per agent over all waves, and a total in which every finding counts once (FACT-15, SYNTH-07). */
export declare function writeAgentTable(page: Page, overview: Overview): Section;
/** Grouped by what kept them from being reviewed. */
export declare function writeUnreviewed(page: Page, { unreviewed }: Overview): Section;
/** The suggestion as the report has it, and the same as a command for this shell (HOST-13). Never wrapped: it is pasted. */
export declare function writeSuggestions(page: Page, { suggestions }: ReportDocument): Section;
/** What exactly was in scope, what was left out and with what it was examined. */
export declare function writeScope(page: Page, report: ReportDocument, overview: Overview): Section;
export declare const writeIgnoredPaths: (page: Page, { scope }: ReportDocument) => Section;
/** Every row of the report: agents by wave, with what they used. */
export declare const writeWaves: (page: Page, { agents }: ReportDocument, { asked }: Overview) => Section;
