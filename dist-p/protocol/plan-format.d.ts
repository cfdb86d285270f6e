import type { FormatName } from './config-schema.ts';
declare const PLAN_FORMAT_NAMES: readonly ["terminal", "markdown", "json"];
export type PlanFormatName = (typeof PLAN_FORMAT_NAMES)[number];
/** Throws ReviewError('bad-value') for a format that only a report has. */
export declare function requirePlanFormat(name: FormatName): PlanFormatName;
export {};
