/**
 * `agents/*-reviewer.md`: the prompt of one reviewer for a host that dispatches it itself. Its budget is not known when
 * the file is written, so `{{budget}}` stays and the dispatch message gives the number (PLUGIN-03..08, PROMPT-01..10).
 */
import type { ReviewerProfile } from '../../protocol/reviewer.ts';
export declare const formatAgent: (reviewer: ReviewerProfile) => string;
