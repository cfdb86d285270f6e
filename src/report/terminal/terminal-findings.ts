/** Findings on a terminal: what to fix, most severe first, each with the place, the code, why and how. */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { type Check, describeCheck, describePlaces } from '../audit-checks.ts';
import { describeFlow, formatPlace, type Overview } from '../overview.ts';
import { cutText, measureWidth, toLine, toLines, toName, wrapCode, wrapText } from '../plain-text.ts';
import { type AskedModels, describeReporters, describeSetAside } from '../voices.ts';
import { paintSeverity } from './style.ts';
import { capLines, INDENT, type Page, plural, type Section, withTitle, writeLabelled } from './terminal-page.ts';

const INNER = '      ';
const EVIDENCE_LINES = 8;
const SHORT_LIST = 30;
const FIRST = 3;
/** With fewer findings than this the list itself says what comes first. */
const MANY = 5;

/** The few that matter most, for a reader who reads no further. */
export function writeFixFirst(page: Page, { counted }: Overview): Section {
  if (counted.length <= MANY) return [];
  return withTitle(
    page,
    'Fix first',
    counted.slice(0, FIRST).map((finding) => writeShort(page, finding)),
  );
}

export function writeFindings(page: Page, overview: Overview, audit: AuditDocument | null = null): readonly Section[] {
  const detailed = overview.counted.filter((finding) => page.verbose || finding.severity !== 'LOW');
  const short = overview.counted.filter((finding) => !(page.verbose || finding.severity !== 'LOW'));
  const shortLines = short.map((finding) => writeShort(page, finding));
  const details = detailed.map((finding) => writeFinding(page, finding, overview.asked, describeCheck(audit, finding)));
  const [first = [], ...rest] = details;
  return [
    withTitle(page, `Findings (${overview.counted.length})`, first.length === 0 ? [] : ['', ...first]),
    ...rest,
    withTitle(page, `Low (${short.length})`, capLines(page, shortLines, SHORT_LIST, 'low findings')),
    writeEarlier(page, overview.earlier),
    writeSetAside(page, overview.setAside),
  ];
}

const placeOf = (finding: ReportFinding): string => toName(formatPlace(finding));

/** One line: id, place, title. */
function writeShort(page: Page, finding: ReportFinding): string {
  const place = placeOf(finding);
  const room = page.width - INDENT.length - finding.id.length - measureWidth(place) - 4;
  const title = cutText(toLine(finding.title), Math.max(20, room));
  return `${INDENT}${paintSeverity(page.style, finding.severity, finding.id)}  ${page.style.cyan(place)}  ${title}`;
}

function writeFinding(page: Page, finding: ReportFinding, asked: AskedModels, check: Check | null): Section {
  return [
    ...writeHead(page, finding),
    ...writeWhere(page, finding),
    ...writeEvidence(page, finding),
    ...writeLabelled(page, 'Why   ', finding.issue, INNER),
    ...writeOptional(page, 'Flow  ', describeFlow(finding)),
    ...writeOptional(page, 'Also  ', describePlaces(finding)),
    ...writeOptional(page, 'Risk  ', finding.impact),
    ...writeOptional(page, 'Fix   ', finding.recommendation),
    ...writeOptional(page, 'Check ', check?.verdict ?? null),
    ...(check?.steps ?? []).flatMap((step, i) => writeLabelled(page, i === 0 ? 'Steps ' : '      ', step, INNER)),
    ...writeOptional(page, 'PoC   ', check?.proof ?? null),
    ...writeLabelled(page, 'By    ', describeReporters(finding, asked), INNER),
    ...(page.verbose ? writeVerbose(page, finding) : []),
  ];
}

function writeHead(page: Page, { severity, id, title }: ReportFinding): Section {
  const { style } = page;
  const margin = INDENT.length + severity.length + id.length + 4;
  const [first = '', ...more] = wrapText(toLine(title), Math.max(20, page.width - margin));
  return [
    `${INDENT}${paintSeverity(style, severity, severity)}  ${style.bold(`${id}  ${first}`)}`,
    ...more.map((line) => ' '.repeat(margin) + style.bold(line)),
  ];
}

/** Place and kind on one line if they fit. The place is never cut: terminals make it a link. */
function writeWhere(page: Page, finding: ReportFinding): Section {
  const place = placeOf(finding);
  const facts = [finding.category, finding.dimension, finding.cwe, finding.status.replace('_', ' ')]
    .flatMap((fact) => (fact ? [toLine(fact)] : []))
    .join(' · ');
  const fits = INNER.length + measureWidth(place) + 2 + measureWidth(facts) <= page.width;
  const shownPlace = `${INNER}${page.style.cyan(place)}`;
  return fits ? [`${shownPlace}  ${page.style.dim(facts)}`] : [shownPlace, `${INNER}${page.style.dim(facts)}`];
}

const writeOptional = (page: Page, label: string, text: string | null): Section =>
  text === null || text.trim() === '' ? [] : writeLabelled(page, label, text, INNER);

function writeEvidence(page: Page, finding: ReportFinding): Section {
  const isPlaceOnly = finding.evidence === `${finding.file}:${finding.line}`;
  if (finding.evidence === null || finding.evidence.trim() === '' || isPlaceOnly) return [];
  const bar = page.style.dim('│');
  const lines = toLines(finding.evidence);
  const shown = page.verbose ? lines : lines.slice(0, EVIDENCE_LINES);
  const rest = lines.length - shown.length;
  return [
    '',
    ...shown
      .flatMap((line) => wrapCode(line, page.width - INNER.length - INDENT.length))
      .map((line) => `${INNER}${bar} ${line}`.trimEnd()),
    ...(rest > 0 ? [`${INNER}${bar} ${page.style.dim(`… ${plural(rest, 'more line')}`)}`] : []),
    '',
  ];
}

const writeVerbose = (page: Page, finding: ReportFinding): Section => [
  ...writeOptional(page, 'See   ', finding.references.join(' ') || null),
  ...writeOptional(page, 'With  ', finding.related.join(', ') || null),
  ...writeLabelled(page, 'Id    ', finding.fingerprint, INNER),
];

const writeEarlier = (page: Page, earlier: readonly ReportFinding[]): Section =>
  withTitle(
    page,
    `Older than this change, not counted (${earlier.length})`,
    capLines(
      page,
      earlier.map((finding) => writeShort(page, finding)),
      SHORT_LIST,
      'older findings',
    ),
  );

function writeSetAside(page: Page, setAside: readonly ReportFinding[]): Section {
  if (setAside.length === 0) return [];
  const rejected = setAside.filter((finding) => finding.status === 'rejected').length;
  const title = `Set aside: ${rejected} rejected, ${setAside.length - rejected} suppressed`;
  return page.verbose
    ? withTitle(
        page,
        title,
        setAside.flatMap((finding) => [
          writeShort(page, finding),
          ...writeOptional(page, 'since ', describeSetAside(finding)).map((line) => page.style.dim(line)),
        ]),
      )
    : [page.style.dim(`${title}; --verbose lists them`)];
}
