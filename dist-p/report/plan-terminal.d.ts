/** The plan for people at a terminal: what would be reviewed, by whom, with which budget, and what would not be. */
import type { PlanDocument } from '../protocol/plan-document.ts';
import { type TerminalOptions } from './terminal-page.ts';
export declare function formatPlanTerminal(plan: PlanDocument, options: TerminalOptions): string;
