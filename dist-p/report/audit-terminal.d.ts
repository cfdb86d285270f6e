/** The parts of a terminal report that only an audit has (FACT-11). */
import type { AuditDocument } from '../protocol/audit-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type Page, type Section } from './terminal-page.ts';
export declare const writeAuditSummary: (page: Page, report: ReportDocument) => Section;
export declare function writeStatistics(page: Page, report: ReportDocument): Section;
export declare function writeCoverageMatrix(page: Page, report: ReportDocument): Section;
export declare const writeRounds: (page: Page, report: ReportDocument) => Section;
export declare function writeAgents(page: Page, audit: AuditDocument): Section;
export declare const writeLimitations: (page: Page, { limitations }: AuditDocument) => Section;
export declare function writeControls(page: Page, { control_evidence: evidence, permission_matrix: matrix }: AuditDocument): Section;
export declare const writeSemgrep: (page: Page, report: ReportDocument) => Section;
export declare function writePathScores(page: Page, report: ReportDocument): Section;
export declare const writeChains: (page: Page, report: ReportDocument) => Section;
/** Files against dimensions, one sign per cell: signs of one column, since emoji are not equally wide everywhere. */
export declare function writeCells(page: Page, report: ReportDocument): Section;
