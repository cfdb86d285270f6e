/** `outline`: the lines of a file that declare something, or its headings. Found by keywords; knows no grammar. */
import { z } from 'zod';
import { type ReadableFiles } from './readable-files.ts';
import { type Found } from './tool-answer.ts';
export declare const outlineArguments: z.ZodObject<{
    path: z.ZodString;
}, z.core.$strip>;
export declare function outlineFile(files: ReadableFiles, { path: asPath }: z.infer<typeof outlineArguments>): Promise<Found | string>;
