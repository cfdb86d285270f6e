/**
 * Declares the Zod schemas of the lines of a recorded run (`--record`), one per kind of line: what has to be there for a line to be
 * used at all. Answers, events and findings inside them are kept as they were made. Loaded by parse-recording.ts for a replay; others
 * take the types.
 */
import { z } from 'zod';
import type { BaselineScan } from '../ports/auditor.ts';
import type { ReviewEvent } from '../ports/driver.ts';
import type { RecordedCall } from './recorded-calls.ts';

/** Something of this type if it is an object at all. */
const anObject = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** Version 0.1.0 kept what Semgrep printed, without evidence and fix. */
const semgrepScan = z
  .looseObject({ findings: z.array(z.looseObject({ title: z.string() })) })
  .transform((scan) => scan as unknown as BaselineScan['semgrep']);

export const recordingLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    schema: z.string(),
    version: z.string(),
    model: z.string(),
    runId: z.string(),
    startedAt: z.number(),
    /** The options that shape a run, by the camelCase name of their flag; a replay begins with them. */
    flags: z.record(z.string(), z.unknown()).default({}),
    /** What whoever plays it should know, such as who really gave the answers. */
    note: z.string().nullable().default(null),
  }),
  z.object({ kind: z.literal('scope'), files: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('nonce'), key: z.string(), word: z.string() }),
  z.object({ kind: z.literal('analysis'), key: z.string(), events: z.array(z.custom<ReviewEvent>()).readonly() }),
  z.object({ kind: z.literal('semgrep'), scan: semgrepScan }),
  z.object({
    kind: z.literal('call'),
    call: anObject<RecordedCall>().refine(({ result }) => typeof result === 'object' && result !== null),
  }),
  z.object({ kind: z.literal('step'), key: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('end'), finishedAt: z.number() }),
]);

export type RecordingLine = z.infer<typeof recordingLineSchema>;
