/**
 * Builds the sections of a page with the findings, grouped by problem, the most urgent first: places, code, why, how to fix, how it
 * was checked; and the short list of what to fix first. Called by review-page.ts, audit-page.ts and report-parts.ts.
 */

import type { Problem } from '../../protocol/report/problems.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { Check } from '../audit-checks.ts';
import {
  facts,
  type Item,
  joinTexts,
  link,
  listItems,
  type Page,
  paragraph,
  place,
  quiet,
  type Span,
  section,
  spansOf,
  type Text,
  toned,
} from '../blocks.ts';
import { plural } from '../numbers.ts';
import { describeConvention, describeFlow, formatPlace, type Overview, UNPLACED } from '../overview.ts';
import { cutText, toLine } from '../plain-text.ts';
import { type AskedModels, describeReporters, describeSetAside } from '../reporters.ts';

const EVIDENCE_LINES = 8;
const SHORT_LIST = 30;
const FIRST = 3;
/** With so few problems the list itself says what comes first. */
const FEW = 3;
/** Problems that are shown in full; a line is enough for the others until these are decided. */
const DETAILED = 15;
const SHOWN_PLACES = 5;

/** `H-01 src/a.ts:4 Title`. */
const writeShort = (finding: ReportFinding, title = finding.title): Text => [
  toned(finding.severity, finding.id),
  ' ',
  place(formatPlace(finding)),
  title === '' ? '' : ` ${title}`,
];

/** `(20 places)`, or `(and 19 like it)` where titles differ; empty for one. */
function countPlaces({ findings, title }: Problem): string {
  if (findings.length === 1) return '';
  return findings.every((finding) => finding.title === title)
    ? ` (${findings.length} places)`
    : ` (and ${findings.length - 1} like it)`;
}

const writeProblemLine = (problem: Problem): Text => [
  ...spansOf(writeShort(problem.lead, problem.title)),
  quiet(countPlaces(problem)),
];

/** What `dismiss` asks for. */
const writePrint = ({ fingerprint }: ReportFinding): Span => quiet(` · ${fingerprint}`);

/** The few that matter most, each with its fix, for a reader who reads no further. */
export const listFixFirst = ({ problems }: Overview): Page =>
  problems.length > FEW
    ? listItems(
        problems.slice(0, FIRST).map((problem) => ({
          text: writeProblemLine(problem),
          list: {
            kind: 'list',
            items: problem.lead.recommendation === null ? [] : [{ text: quiet(`Fix: ${problem.lead.recommendation}`) }],
          },
        })),
        { isOrdered: true },
      )
    : [];

/** `Findings (79 in 37 problems)`. */
export const nameFindings = ({ counted, problems }: Overview): string =>
  problems.length < counted.length
    ? `Findings (${counted.length} in ${plural(problems.length, 'problem')})`
    : `Findings (${counted.length})`;

type CheckOf = (finding: ReportFinding) => Check | null;

export interface FindingsOptions {
  readonly title: string;
  /** What was said of a finding's validation; null where nobody was to validate it. */
  readonly checkOf: CheckOf;
  /** Whether every problem and every place is shown in full; else what needs a decision is. */
  readonly isFull: boolean;
}

/** Nobody has to decide about what is low, and what concerns tests alone waits until the rest is done. */
const needsDecision = ({ severity, isInTests }: Problem): boolean => severity !== 'LOW' && !isInTests;

export function writeFindings(overview: Overview, { title, checkOf, isFull }: FindingsOptions): Page {
  const { problems, earlier, unplaced, setAside, asked } = overview;
  const urgent = problems.filter((problem) => isFull || needsDecision(problem));
  const detailed = isFull ? urgent : urgent.slice(0, DETAILED);
  const others = problems.filter((problem) => !urgent.includes(problem));
  const [inTests, low] = [others.filter(({ isInTests }) => isInTests), others.filter(({ isInTests }) => !isInTests)];
  const rejected = setAside.filter(({ status }) => status === 'rejected').length;
  return [
    ...section(title, [
      ...detailed.flatMap((problem) => writeProblem(problem, checkOf, asked)),
      ...section(`${urgent.length - detailed.length} more problems`, writeProblems(urgent.slice(detailed.length))),
    ]),
    ...section(`Low (${countFindings(low)})`, writeProblems(low), 'folded'),
    ...section(`In tests and fixtures (${countFindings(inTests)})`, writeProblems(inTests), 'folded'),
    ...section(
      `Older than this change, not counted (${earlier.length})`,
      writeList(earlier, 'older findings'),
      'folded',
    ),
    ...section(`${UNPLACED} (${unplaced.length})`, writeList(unplaced, 'findings'), 'folded'),
    ...section(
      `Set aside: ${rejected} rejected, ${setAside.length - rejected} suppressed`,
      writeList(setAside, 'findings'),
      'folded',
    ),
  ];
}

const countFindings = (problems: readonly Problem[]): number =>
  problems.reduce((sum, { findings }) => sum + findings.length, 0);

/** A line for each; where there is room, its places. */
const writeProblems = (problems: readonly Problem[]): Page =>
  listItems(
    problems.map((problem): Item => {
      const others = problem.findings.slice(1).map((finding) => `${finding.id} ${formatPlace(finding)}`);
      return {
        text: [...spansOf(writeProblemLine(problem)), writePrint(problem.lead)],
        detail: `${problem.lead.issue}${others.length === 0 ? '' : ` Also ${others.join(', ')}`}`,
      };
    }),
    { brief: { most: SHORT_LIST, noun: 'problems' } },
  );

const writeList = (findings: readonly ReportFinding[], noun: string): Page =>
  listItems(
    findings.map((finding): Item => {
      const reason = describeSetAside(finding);
      return {
        text: [...spansOf(writeShort(finding)), quiet(reason === null ? '' : `: ${reason}`), writePrint(finding)],
        detail: finding.issue,
      };
    }),
    { brief: { most: SHORT_LIST, noun } },
  );

function writeProblem(problem: Problem, checkOf: CheckOf, asked: AskedModels): Page {
  const { lead, findings } = problem;
  const { references, related } = lead;
  const check = checkOf(lead);
  const kind = [lead.category, lead.dimension, lead.cwe, lead.status.replace('_', ' ')];
  return section(
    [toned(lead.severity, lead.severity), ` ${lead.id}: `, problem.title, quiet(countPlaces(problem))],
    [
      ...paragraph(joinTexts([place(formatPlace(lead)), ...kind.filter((fact) => fact !== null)], ' · ')),
      ...writeEvidence(lead),
      ...facts([
        ['Why', lead.issue],
        ['Flow', describeFlow(lead)],
        ['Also at', describePlaces(lead)],
        ['Risk', lead.impact],
        ['Fix', lead.recommendation],
        ['Convention', describeConvention(lead)],
        ['Check', check?.verdict ?? null],
        ['Steps', check?.steps.join('; ') ?? null],
        ['PoC', check?.proof ?? null],
        ['By', `${describeReporters(lead, asked)} · fingerprint ${lead.fingerprint}`],
        ['See', joinTexts(references.map(link), ' '), true],
        ['Related', related.join(', '), true],
      ]),
      ...(findings.length === 1 ? [] : writePlaces(problem, checkOf, asked)),
    ],
  );
}

/** The other places of a problem, each with what it says beyond the first. */
const writePlaces = ({ lead, title, findings }: Problem, checkOf: CheckOf, asked: AskedModels): Page => [
  ...paragraph(`The same problem at ${plural(findings.length - 1, 'other place')}:`),
  ...listItems(
    findings.slice(1).map((finding): Item => {
      const own = finding.title === title || finding.title === lead.title ? '' : finding.title;
      return {
        text: [...spansOf(writeShort(finding, own)), writePrint(finding)],
        detail: describeOwn(finding, lead, checkOf(finding), asked),
      };
    }),
    { brief: { most: SHOWN_PLACES, noun: 'places' } },
  ),
];

/** What a finding says that the one before all others of its problem does not. */
function describeOwn(finding: ReportFinding, lead: ReportFinding, check: Check | null, asked: AskedModels): string {
  const fresh = (name: string, own: string | null, known: string | null): readonly string[] =>
    own === null || own === '' || own === known ? [] : [`${name}${own}`];
  return [
    ...fresh('', finding.issue, lead.issue),
    ...fresh('Code: ', quoteLine(finding), null),
    ...fresh('Flow: ', describeFlow(finding), describeFlow(lead)),
    ...fresh('Also at ', describePlaces(finding), null),
    ...fresh('Risk: ', finding.impact, lead.impact),
    ...fresh('Fix: ', finding.recommendation, lead.recommendation),
    ...fresh('Convention: ', describeConvention(finding), describeConvention(lead)),
    ...fresh('Check: ', check?.verdict ?? null, null),
    ...fresh('Steps: ', check?.steps.join('; ') ?? null, null),
    ...fresh('PoC: ', check?.proof ?? null, null),
    ...fresh('By ', describeReporters(finding, asked), describeReporters(lead, asked)),
    ...fresh('', finding.status.replace('_', ' '), lead.status.replace('_', ' ')),
  ].join(' · ');
}

const LISTED_PLACES = 8;

/** The places of findings that were merged into this one; null where there is one place. */
export function describePlaces({ extra, file, line }: ReportFinding): string | null {
  const all = Array.isArray(extra.also_at) ? extra.also_at.map(String) : [];
  const places = all.filter((place) => place !== `${file}:${line}`).map((place) => place.replace(`${file}:`, ':'));
  return places.length === 0 ? null : listSome(places, LISTED_PLACES);
}

/** The quoted code; a quote that only repeats the place is none. */
const writeEvidence = (finding: ReportFinding): Page => {
  const text = readEvidence(finding);
  return text === null ? [] : [{ kind: 'code', text, brief: EVIDENCE_LINES }];
};

const readEvidence = ({ evidence, file, line }: ReportFinding): string | null =>
  evidence === null || evidence.trim() === '' || evidence === `${file}:${line}` ? null : evidence;

const LONGEST_QUOTE = 120;

/** The quoted code on one line. */
function quoteLine(finding: ReportFinding): string | null {
  const text = readEvidence(finding);
  return text === null ? null : cutText(toLine(text.trim()), LONGEST_QUOTE);
}
