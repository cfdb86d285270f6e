/** Findings on a page: what to fix, most severe first, each with its place, the code, why and how. */
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { Check } from '../audit-checks.ts';
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

type CheckOf = (finding: ReportFinding) => Check | null;

export interface FindingsOptions {
  readonly title: string;
  /** What was said of a finding's validation; null where nobody was to validate it. */
  readonly checkOf: CheckOf;
  /** Whether findings of low severity are shown in full too. */
  readonly isFull: boolean;
}

export function writeFindings(overview: Overview, { title, checkOf, isFull }: FindingsOptions): Page {
  const { counted, earlier, setAside, asked } = overview;
  const isDetailed = ({ severity }: ReportFinding): boolean => isFull || severity !== 'LOW';
  const detailed = counted.filter(isDetailed);
  const low = counted.filter((finding) => !isDetailed(finding));
  const rejected = setAside.filter(({ status }) => status === 'rejected').length;
  return [
    ...section(
      title,
      detailed.flatMap((finding) => writeFinding(finding, checkOf(finding), asked)),
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

function writeFinding(finding: ReportFinding, check: Check | null, asked: AskedModels): Page {
  const { severity, id, title, references, related } = finding;
  const kind = [finding.category, finding.dimension, finding.cwe, finding.status.replace('_', ' ')];
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

const LISTED_PLACES = 8;

/** The places of findings that were merged into this one; null where there is one place. */
export function describePlaces({ extra, file, line }: ReportFinding): string | null {
  const all = Array.isArray(extra.also_at) ? extra.also_at.map(String) : [];
  const places = all.filter((place) => place !== `${file}:${line}`).map((place) => place.replace(`${file}:`, ':'));
  return places.length === 0 ? null : listSome(places, LISTED_PLACES);
}

/** The quoted code; a quote that only repeats the place is none. */
const writeEvidence = ({ evidence, file, line }: ReportFinding): Page =>
  evidence === null || evidence.trim() === '' || evidence === `${file}:${line}`
    ? []
    : [{ kind: 'code', text: evidence, brief: EVIDENCE_LINES }];
