/**
 * What is remembered of a file that an agent has reviewed: its claims as it made them, what they rest on, and the sitting in
 * which it said so. Read back from a store, so any text is checked; says nothing about whether it still holds.
 */
import { z } from 'zod';
import { DIMENSIONS } from './dimension.js';
import { SEVERITIES } from './severity.js';
/** Part of every key: what was remembered in another form is never found. */
export const RECOLLECTION_SCHEMA = 'consensus-review/recollection@1';
const text = z.string();
const line = z.int().min(1);
const words = text.nullable();
const findingSchema = z.strictObject({
    id: words,
    severity: z.enum(SEVERITIES),
    category: words,
    dimension: z.enum(DIMENSIONS).nullable(),
    cwe: words,
    file: words,
    line: z.int().nullable(),
    endLine: z.int().nullable(),
    title: text,
    issue: text,
    evidence: words,
    recommendation: words,
    references: z.array(text),
    related: z.array(text),
    source: words,
    sink: words,
    flow: words,
    impact: words,
    confidence: z.number().min(0).max(1),
    originallyTruncated: z.boolean(),
    rule: words,
    extra: z.record(text, z.unknown()),
});
const sittingSchema = z.strictObject({
    id: text,
    run: text,
    at: z.number(),
    calls: z.int().min(0),
    files: z.int().min(0),
    verdict: z.enum(['VETO', 'WARN', 'OK']).nullable(),
    vetoReasons: z.array(text),
    isExplained: z.boolean(),
    homeless: z.array(text),
});
const recollectionSchema = z.strictObject({
    claims: z.array(z.strictObject({ finding: findingSchema, model: text, rejection: words })),
    delivered: z.array(z.strictObject({ start: line, end: line })).nullable(),
    depends: z.array(z.strictObject({ path: text, mark: words })),
    sittings: z.array(sittingSchema).min(1),
});
export const formatRecollection = (recollection) => JSON.stringify(recollection);
/** Null for anything that was not written by `formatRecollection`. */
export function parseRecollection(written) {
    try {
        const { success, data } = recollectionSchema.safeParse(JSON.parse(written));
        return success ? data : null;
    }
    catch {
        return null;
    }
}
