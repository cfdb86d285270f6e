/** Sources, sinks and guards of each language's own libraries and the common ones beside them. Data only. */
import { type KnowledgeRow } from './knowledge-row.ts';
export declare const LANGUAGE_ROWS: readonly KnowledgeRow[];
