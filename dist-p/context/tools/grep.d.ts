/** `grep`: lines that match a pattern, in the texts of the snapshot. */
import { z } from 'zod';
import type { ReadableFiles } from './readable-files.ts';
import { type LineOutcome, type LineQuery } from './ripgrep.ts';
import { type Found } from './tool-answer.ts';
export declare const grepArguments: z.ZodObject<{
    pattern: z.ZodString;
    path: z.ZodOptional<z.ZodString>;
    literal: z.ZodOptional<z.ZodBoolean>;
    ignore_case: z.ZodOptional<z.ZodBoolean>;
    limit: z.ZodOptional<z.ZodInt>;
}, z.core.$strip>;
export declare const grepFiles: (files: ReadableFiles, folder: string, query: LineQuery) => Promise<LineOutcome>;
export declare function grep(files: ReadableFiles, args: z.infer<typeof grepArguments>): Promise<Found | string>;
