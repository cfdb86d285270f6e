/** What the common web frameworks bring along: where input arrives, what is dangerous, what protects. Data only. */
import { type KnowledgeRow } from './knowledge-row.ts';
export declare const FRAMEWORK_ROWS: readonly KnowledgeRow[];
