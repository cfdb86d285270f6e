/** `read_file`: numbered lines of one file, all or a range. */
import { z } from 'zod';
import { type LineTable } from '../chunks/line-table.ts';
import { type ReadableFiles } from './readable-files.ts';
import { type Found } from './tool-answer.ts';
export declare const readFileArguments: z.ZodObject<{
    path: z.ZodString;
    start_line: z.ZodOptional<z.ZodInt>;
    end_line: z.ZodOptional<z.ZodInt>;
}, z.core.$strip>;
export declare const lineAt: (table: LineTable, line: number) => string;
/** Why a path has no text to show. */
export declare const explainUnreadable: (path: string, reason: string) => string;
export declare const UNKNOWN_PATH = "no such file; list_files shows what there is";
/** The lines of a file, or why there are none. */
export declare function readLines(files: ReadableFiles, path: string): Promise<LineTable | string>;
export declare function readFile(files: ReadableFiles, { path: asPath, start_line: start, end_line: asked }: z.infer<typeof readFileArguments>): Promise<Found | string>;
