/**
 * Writes the problems of the HTML report, each with its code, the steps of the data flow, why and how to fix it, and its places. Up to
 * a total size: later ones are shorter, then only counted, and the page says so. Also writes findings that do not count. Called by
 * html.ts.
 */

import { GAIN_LABELS } from '../../protocol/findings/gain.ts';
import type { Problem } from '../../protocol/report/problems.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import type { Check } from '../audit-checks.ts';
import { formatCount, plural } from '../numbers.ts';
import { describeConvention, describeFlow, formatPlace } from '../overview.ts';
import { toLines } from '../plain-text.ts';
import { type AskedModels, describeReporters, describeSetAside } from '../reporters.ts';
import { traceFlow } from '../sarif/sarif-flow.ts';
import type { FolderOf } from './charts.ts';
import { cutAt, escapeHtml, escapeName, writeLink, writeProse } from './html-text.ts';

/** Characters of all problems together: 5,000 findings must fit into 5 MB with all else. */
const MOST_CHARACTERS = 4_000_000;
const LONGEST_TEXT = 1500;
const CODE_LINES = 12;
const LONGEST_LINE = 240;

export interface ProblemContext {
  readonly paths: ReadonlySet<string>;
  readonly asked: AskedModels;
  readonly folderOf: FolderOf;
  readonly checkOf: (finding: ReportFinding) => Check | null;
}

export interface WrittenProblems {
  readonly html: string;
  /** Findings that did not fit. */
  readonly left: number;
}

export function writeProblems(
  problems: readonly Problem[],
  context: ProblemContext,
  most = MOST_CHARACTERS,
): WrittenProblems {
  const parts: string[] = [];
  let room = most;
  let left = 0;
  for (const problem of problems) {
    const whole = writeProblem(problem, problem.findings.length, context);
    const html = whole.length <= room ? whole : writeProblem(problem, 1, context);
    if (html.length > room) {
      left += problem.findings.length;
      continue;
    }
    if (html !== whole) left += problem.findings.length - 1;
    parts.push(html);
    room -= html.length;
  }
  return { html: parts.join(''), left };
}

const prose = (text: string): string => writeProse(cutAt(text, LONGEST_TEXT));

function writeProblem(problem: Problem, shown: number, context: ProblemContext): string {
  const { lead, findings, severity, title, isInTests, gain } = problem;
  const folders = [...new Set(findings.map(({ file }) => context.folderOf(file)))]
    .slice(0, 20)
    .map((folder) => folder.replaceAll(' ', '_'));
  const kind = [lead.category, lead.dimension, lead.cwe, lead.status.replace('_', ' ')].filter((fact) => fact !== null);
  const places = findings.length === 1 ? '' : `<span class="soft">${plural(findings.length, 'place')}</span>`;
  return `<article class="problem ${severity}" id="${escapeName(lead.id)}" data-severity="${severity}" data-fingerprint="${escapeName(lead.fingerprint)}" data-tests="${isInTests ? 1 : 0}" data-folders="${escapeName(folders.join(' '))}">
<div class="head"><span class="badge ${severity}">${severity}</span><h3>${escapeHtml(lead.id)}: ${prose(title)}</h3>${places}</div>
<p><span class="place">${escapeName(formatPlace(lead))}</span> <span class="soft">${escapeHtml(kind.join(' · '))}${isInTests ? ' · test code' : ''}</span></p>
${title === lead.title ? '' : `<p>${prose(lead.title)}</p>\n`}${writeFrame(lead)}${writeFacts(lead, GAIN_LABELS[gain], context)}${writePlaces(problem, shown, context)}</article>
`;
}

/** The quoted code with the numbers of its lines. */
function writeFrame({ evidence, file, line }: ReportFinding): string {
  if (evidence === null || evidence.trim() === '' || evidence === `${file}:${line}`) return '';
  const lines = toLines(evidence);
  const shown = lines.slice(0, CODE_LINES);
  const rest = lines.length - shown.length;
  const code = shown.map((text, at) => `<span class="n">${line + at}</span>${escapeHtml(cutAt(text, LONGEST_LINE))}`);
  return `<pre tabindex="0" role="region" aria-label="Code at ${escapeName(file)}:${line}">${code.join('\n')}${rest > 0 ? `\n<span class="n">…</span>${plural(rest, 'more line')}` : ''}</pre>\n`;
}

function writeFacts(finding: ReportFinding, gain: string, { asked, checkOf, paths }: ProblemContext): string {
  const check = checkOf(finding);
  const rows: readonly (readonly [string, string])[] = [
    ['Why', prose(finding.issue)],
    ['Gain', escapeHtml(gain)],
    ['Flow', writeFlow(finding, paths)],
    ['Risk', finding.impact === null ? '' : prose(finding.impact)],
    ['Fix', finding.recommendation === null ? '' : prose(finding.recommendation)],
    ['Convention', prose(describeConvention(finding) ?? '')],
    [
      'Check',
      check === null ? '' : prose([check.verdict, ...check.steps, check.proof ?? ''].filter(Boolean).join('; ')),
    ],
    ['By', escapeHtml(cutAt(describeReporters(finding, asked), LONGEST_TEXT))],
    [
      'See',
      finding.references
        .slice(0, 5)
        .map((reference) => writeLink(cutAt(reference, 300)))
        .join(' '),
    ],
    ['Fingerprint', `<code>${escapeHtml(finding.fingerprint)}</code>`],
  ];
  return `<dl>${rows
    .filter(([, html]) => html !== '')
    .map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>`)
    .join('')}</dl>\n`;
}

/** The way of the data, a step per line where the lines are known. */
function writeFlow(finding: ReportFinding, paths: ReadonlySet<string>): string {
  const steps = traceFlow(finding, paths);
  if (steps.length < 2) {
    const said = describeFlow(finding);
    return said === null ? '' : escapeHtml(cutAt(said, LONGEST_TEXT));
  }
  return `<ol class="flow">${steps
    .slice(0, 30)
    .map(
      ({ file, line, text }) =>
        `<li><span class="place">${escapeName(file)}:${line}</span> ${text.startsWith('line ') ? '' : `<code>${escapeHtml(cutAt(text, LONGEST_LINE))}</code>`}</li>`,
    )
    .join('')}${steps.length > 30 ? `<li>${plural(steps.length - 30, 'more step')}</li>` : ''}</ol>`;
}

const LONGEST_QUOTE = 120;

function writePlaces({ lead, title, findings }: Problem, shown: number, { paths }: ProblemContext): string {
  const others = findings.slice(1, shown);
  if (others.length === 0) return '';
  const items = others.map((finding) => {
    const own = finding.title === title || finding.title === lead.title ? '' : ` ${prose(finding.title)}`;
    const [quote = ''] = finding.evidence === null ? [] : toLines(finding.evidence);
    const flow = finding.flow !== null && finding.flow !== lead.flow ? writeFlow(finding, paths) : '';
    return `<li id="${escapeName(finding.id)}"><span class="${finding.severity}">${escapeHtml(finding.id)}</span> <span class="place">${escapeName(formatPlace(finding))}</span>${own}${quote === '' ? '' : ` <code>${escapeHtml(cutAt(quote, LONGEST_QUOTE))}</code>`}${flow}</li>`;
  });
  return `<details><summary>The same problem at ${plural(others.length, 'other place')}</summary><ul class="places">${items.join('\n')}</ul></details>\n`;
}

/** Findings that do not count, with the reason. */
export function writeAside(title: string, findings: readonly ReportFinding[], most = 500): string {
  if (findings.length === 0) return '';
  const items = findings.slice(0, most).map((finding) => {
    const reason = describeSetAside(finding);
    return `<li><span class="${finding.severity}">${escapeHtml(finding.id)}</span> <span class="place">${escapeName(formatPlace(finding))}</span> ${prose(finding.title)}${reason === null ? '' : `: ${prose(reason)}`}</li>`;
  });
  const rest = findings.length - items.length;
  return `<details><summary>${escapeHtml(title)} (${formatCount(findings.length)})</summary><ul class="places">${items.join('\n')}</ul>${rest > 0 ? `<p class="soft">${formatCount(rest)} more; -f json has them all.</p>` : ''}</details>\n`;
}
