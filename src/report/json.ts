/** Formats a report or plan document as JSON, its keys in the order of their schema. Loaded by formats.ts; jsonl.ts uses the ordering. */

import { z } from 'zod';
import { type PlanDocument, planSchema } from '../protocol/report/plan-document.ts';
import { type ReportDocument, reportSchema } from '../protocol/report/report-document.ts';
import { writeJson } from './json-writer.ts';

export const formatJson = (report: ReportDocument): string => stringify(reportSchema, report);
/** The same document, its keys in the order of the schema. */
export const orderReport = (report: ReportDocument): unknown => orderKeys(reportSchema, report);
export const formatPlanJson = (plan: PlanDocument): string => stringify(planSchema, plan);

const stringify = (schema: z.ZodType, document: unknown): string => writeJson(orderKeys(schema, document));

/** Known keys first, in the order of the schema; others keep theirs. Nothing is checked or dropped. */
function orderKeys(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => orderKeys(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const said = value as Readonly<Record<string, unknown>>;
  const keys = [...new Set([...Object.keys(schema.shape), ...Object.keys(said)])].filter((key) => key in said);
  return Object.fromEntries(keys.map((key) => [key, orderKeys(schema.shape[key], said[key])]));
}
