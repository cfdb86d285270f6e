/** Lines at which a markdown section begins; headings inside code fences are code. */
import type { LineTable } from './line-table.ts';
export declare function findHeadings({ text, starts, count }: LineTable): readonly number[];
