/** Formats the findings of a report as CSV (`-f csv`), a row per finding, for spreadsheets and scripts. Loaded by formats.ts. */
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { writeCsv } from '../csv-text.ts';
import { toName } from '../plain-text.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { explainAside } from './finding-facts.ts';

const COLUMNS: readonly (readonly [string, (finding: ReportFinding) => string | number | boolean | null])[] = [
  ['id', ({ id }) => id],
  ['severity', ({ severity }) => severity],
  ['status', ({ status }) => status],
  ['introduced', ({ introduced }) => introduced],
  ['not_counted_because', explainAside],
  ['rule', ruleIdOf],
  ['category', ({ category }) => category],
  ['dimension', ({ dimension }) => dimension],
  ['cwe', ({ cwe }) => cwe],
  ['file', ({ file }) => toName(file)],
  ['line', ({ line }) => line],
  ['end_line', ({ end_line }) => end_line],
  ['title', ({ title }) => title],
  ['issue', ({ issue }) => issue],
  ['recommendation', ({ recommendation }) => recommendation],
  ['source', ({ source }) => source],
  ['sink', ({ sink }) => sink],
  ['confidence', ({ confidence }) => confidence],
  ['reported_by', ({ reported_by }) => [...new Set(reported_by.map(({ agent }) => agent))].join(' ')],
  ['fingerprint', ({ fingerprint }) => fingerprint],
];

export const formatCsv = ({ findings }: ReportDocument): string =>
  writeCsv([COLUMNS.map(([name]) => name), ...findings.map((finding) => COLUMNS.map(([, read]) => read(finding)))]);
