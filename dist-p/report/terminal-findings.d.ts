/** Findings on a terminal: what to fix, most severe first, each with the place, the code, why and how. */
import type { AuditDocument } from '../protocol/audit-document.ts';
import { type Overview } from './overview.ts';
import { type Page, type Section } from './terminal-page.ts';
/** The few that matter most, for a reader who reads no further. */
export declare function writeFixFirst(page: Page, { counted }: Overview): Section;
export declare function writeFindings(page: Page, overview: Overview, audit?: AuditDocument | null): readonly Section[];
