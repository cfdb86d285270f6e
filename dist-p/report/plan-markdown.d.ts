/** The plan as Markdown, with the same content as on a terminal. */
import type { PlanDocument } from '../protocol/plan-document.ts';
export declare function formatPlanMarkdown(plan: PlanDocument): string;
