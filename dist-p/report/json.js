/** Documents as JSON: keys in the order of their schema whoever built them, two spaces, a newline at the end. */
import { z } from 'zod';
import { planSchema } from '../protocol/plan-schema.js';
import { reportSchema } from '../protocol/report-schema.js';
import { writeJson } from './json-writer.js';
export const formatJson = (report) => stringify(reportSchema, report);
/** The same document, its keys in the order of the schema. */
export const orderReport = (report) => orderKeys(reportSchema, report);
export const formatPlanJson = (plan) => stringify(planSchema, plan);
const stringify = (schema, document) => writeJson(orderKeys(schema, document));
/** Known keys first, in the order of the schema; others keep theirs. Nothing is checked or dropped. */
function orderKeys(schema, value) {
    if (schema instanceof z.ZodArray && Array.isArray(value))
        return value.map((item) => orderKeys(schema.element, item));
    if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null)
        return value;
    const said = value;
    const keys = [...new Set([...Object.keys(schema.shape), ...Object.keys(said)])].filter((key) => key in said);
    return Object.fromEntries(keys.map((key) => [key, orderKeys(schema.shape[key], said[key])]));
}
