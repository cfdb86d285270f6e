/** `list_files`: what can be read, and which of it is to be reviewed. */
import { z } from 'zod';
import type { ReadableFiles } from './readable-files.ts';
import { type Found } from './tool-answer.ts';
export declare const listFilesArguments: z.ZodObject<{
    path: z.ZodOptional<z.ZodString>;
    contains: z.ZodOptional<z.ZodString>;
    offset: z.ZodOptional<z.ZodInt>;
}, z.core.$strip>;
export declare function listFiles(files: ReadableFiles, { path, contains, offset }: z.infer<typeof listFilesArguments>): Promise<Found>;
