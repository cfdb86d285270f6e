/** The parts of a Markdown report that only an audit has (FACT-11). */
import type { AuditDocument } from '../protocol/audit-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
type Block = readonly string[];
export declare const writeExecutiveSummary: (report: ReportDocument) => Block;
export declare const writeStatistics: (report: ReportDocument) => Block;
export declare function writeCoverageMatrix(report: ReportDocument): Block;
/** Who was sent out, how each ended, what it claimed for itself beside what the host saw. */
export declare function writeHuntAgents(audit: AuditDocument): Block;
export declare const writeLimitations: ({ limitations }: AuditDocument) => Block;
export declare function writeControlEvidence({ control_evidence: evidence, permission_matrix: matrix }: AuditDocument): Block;
export declare const writeSemgrep: (report: ReportDocument, { semgrep }: AuditDocument) => Block;
export declare function writePathScores(report: ReportDocument): Block;
export declare const writeMarkers: ({ markers }: AuditDocument) => Block;
export declare function writeChains(report: ReportDocument): Block;
export {};
