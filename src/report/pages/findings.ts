/** Findings on a page: what to fix, most severe first, each with its place, the code, why and how. */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { describeCheck, describePlaces } from '../audit-checks.ts';
import {
  facts,
  type Item,
  joinTexts,
  link,
  list,
  listItems,
  type Page,
  paragraph,
  place,
  section,
  type Text,
  toned,
} from '../blocks.ts';
import { describeFlow, formatPlace, type Overview } from '../overview.ts';
import { type AskedModels, describeReporters, describeSetAside } from '../reporters.ts';

const EVIDENCE_LINES = 8;
const SHORT_LIST = 30;
const FIRST = 3;
/** With fewer findings than this the list itself says what comes first. */
const MANY = 5;

/** `H-01 src/a.ts:4 Title`. */
const writeShort = (finding: ReportFinding): Text => [
  toned(finding.severity, finding.id),
  ' ',
  place(formatPlace(finding)),
  ` ${finding.title}`,
];

/** The few that matter most, for a reader who reads no further. */
export const listFixFirst = ({ counted }: Overview): Page =>
  counted.length > MANY ? list(counted.slice(0, FIRST).map(writeShort)) : [];

export interface FindingsOptions {
  readonly title: string;
  readonly audit: AuditDocument | null;
  /** Whether findings of low severity are shown in full too. */
  readonly isFull: boolean;
}

export function writeFindings(overview: Overview, { title, audit, isFull }: FindingsOptions): Page {
  const { counted, earlier, setAside, asked } = overview;
  const isDetailed = ({ severity }: ReportFinding): boolean => isFull || severity !== 'LOW';
  const detailed = counted.filter(isDetailed);
  const low = counted.filter((finding) => !isDetailed(finding));
  const rejected = setAside.filter(({ status }) => status === 'rejected').length;
  return [
    ...section(
      title,
      detailed.flatMap((finding) => writeFinding(finding, audit, asked)),
    ),
    ...section(`Low (${low.length})`, writeList(low, 'low findings'), 'folded'),
    ...section(
      `Older than this change, not counted (${earlier.length})`,
      writeList(earlier, 'older findings'),
      'folded',
    ),
    ...section(
      `Set aside: ${rejected} rejected, ${setAside.length - rejected} suppressed`,
      writeList(setAside, 'findings', 0),
      'folded',
    ),
  ];
}

const writeList = (findings: readonly ReportFinding[], noun: string, most = SHORT_LIST): Page =>
  listItems(
    findings.map((finding): Item => {
      const reason = describeSetAside(finding);
      return { text: writeShort(finding), detail: `${finding.issue}${reason === null ? '' : ` (${reason})`}` };
    }),
    { brief: { most, noun } },
  );

function writeFinding(finding: ReportFinding, audit: AuditDocument | null, asked: AskedModels): Page {
  const { severity, id, title, references, related } = finding;
  const kind = [finding.category, finding.dimension, finding.cwe, finding.status.replace('_', ' ')];
  const check = describeCheck(audit, finding);
  return section(
    [toned(severity, severity), ` ${id}: `, title],
    [
      ...paragraph(joinTexts([place(formatPlace(finding)), ...kind.filter((fact) => fact !== null)], ' · ')),
      ...writeEvidence(finding),
      ...facts([
        ['Why', finding.issue],
        ['Flow', describeFlow(finding)],
        ['Also at', describePlaces(finding)],
        ['Risk', finding.impact],
        ['Fix', finding.recommendation],
        ['Check', check?.verdict ?? null],
        ['Steps', check?.steps.join('; ') ?? null],
        ['PoC', check?.proof ?? null],
        ['By', describeReporters(finding, asked)],
        ['See', joinTexts(references.map(link), ' '), true],
        ['Related', related.join(', '), true],
        ['Fingerprint', finding.fingerprint, true],
      ]),
    ],
  );
}

/** The quoted code; a quote that only repeats the place is none. */
const writeEvidence = ({ evidence, file, line }: ReportFinding): Page =>
  evidence === null || evidence.trim() === '' || evidence === `${file}:${line}`
    ? []
    : [{ kind: 'code', text: evidence, brief: EVIDENCE_LINES }];
