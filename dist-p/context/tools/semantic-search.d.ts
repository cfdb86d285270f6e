/** `semantic_search`: the passages that answer a question best, ranked by the index, their text from the snapshot. */
import { z } from 'zod';
import type { SearchAnswer } from '../search/search-answer.ts';
import { type ReadableFiles } from './readable-files.ts';
import { type Found } from './tool-answer.ts';
/** The index as the tools ask it. May throw: then the words themselves are looked for. */
export type ContextSearch = (request: {
    readonly query: string;
    readonly limit: number;
    readonly pathPrefix: string;
}) => SearchAnswer | Promise<SearchAnswer>;
export declare const semanticSearchArguments: z.ZodObject<{
    query: z.ZodString;
    path: z.ZodOptional<z.ZodString>;
    limit: z.ZodOptional<z.ZodInt>;
}, z.core.$strip>;
export declare function searchPassages(files: ReadableFiles, search: ContextSearch | null, { query, path, limit }: z.infer<typeof semanticSearchArguments>): Promise<Found | string>;
