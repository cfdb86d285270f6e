/**
 * Formats the report as JUnit XML (`-f junit`), for CI systems that show tests: a suite per file. A finding that counts is a failure,
 * one that does not is skipped with its reason, a file that was not reviewed an error, a reviewed file without findings a passed test.
 * Loaded by formats.ts.
 */
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { summarize, type UnreviewedFile } from '../overview.ts';
import { toLine, toName } from '../plain-text.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { explainAside, writeMessage } from './finding-facts.ts';

/** Characters that XML 1.0 cannot hold, beyond those that are made visible before. */
const FORBIDDEN = /[\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  toLine(text)
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

type Outcome = 'failures' | 'errors' | 'skipped' | 'passed';

interface Case {
  readonly outcome: Outcome;
  readonly xml: string;
}

export function formatJunit(report: ReportDocument): string {
  const { unreviewed } = summarize(report);
  const cases = new Map<string, Case[]>();
  const put = (file: string, added: Case): void => {
    const own = cases.get(file);
    if (own === undefined) cases.set(file, [added]);
    else own.push(added);
  };
  for (const finding of report.findings) put(finding.file, toCase(finding));
  for (const file of unreviewed) put(file.path, toError(file));
  for (const { path, status } of report.coverage.files)
    if (status === 'reviewed' && !cases.has(path)) put(path, toPass(path));
  const suites = [...cases].map(([file, own]) => ({ file, own }));
  const all = suites.flatMap(({ own }) => own);
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="consensus-review" ${countCases(all, false)}>`,
    ...suites.flatMap(({ file, own }) => [
      `  <testsuite name="${escapeXml(toName(file))}" ${countCases(own)} timestamp="${escapeXml(report.run.started_at.slice(0, 19))}">`,
      ...own.map(({ xml }) => xml),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ].join('\n')}\n`;
}

/** The schema of Jenkins knows no `skipped` of all suites together and refuses the file for it. */
function countCases(cases: readonly Case[], isSuite = true): string {
  const count = (outcome: Outcome): number => cases.filter((each) => each.outcome === outcome).length;
  const skipped = isSuite ? ` skipped="${count('skipped')}"` : '';
  return `tests="${cases.length}" failures="${count('failures')}" errors="${count('errors')}"${skipped} time="0"`;
}

const writeCase = (file: string, name: string, inner: string): string =>
  `    <testcase classname="${escapeXml(toName(file))}" name="${escapeXml(name)}" time="0"${inner === '' ? '/>' : `>\n      ${inner}\n    </testcase>`}`;

function toCase(finding: ReportFinding): Case {
  const aside = explainAside(finding);
  const name = `${finding.id} ${finding.severity} ${ruleIdOf(finding)} line ${finding.line}: ${finding.title}`;
  if (aside !== null)
    return { outcome: 'skipped', xml: writeCase(finding.file, name, `<skipped message="${escapeXml(aside)}"/>`) };
  const message = escapeXml(writeMessage(finding));
  const body = `<failure message="${message}" type="${finding.severity}">${escapeXml(`${toName(finding.file)}:${finding.line}`)} ${message}</failure>`;
  return { outcome: 'failures', xml: writeCase(finding.file, name, body) };
}

function toError({ path, reason, missedBy }: UnreviewedFile): Case {
  const who = missedBy.length === 0 ? 'reviewed by nobody' : `not reviewed by ${missedBy.join(', ')}`;
  const message = escapeXml(`${who}: ${reason}`);
  return { outcome: 'errors', xml: writeCase(path, 'reviewed', `<error message="${message}" type="not-reviewed"/>`) };
}

const toPass = (path: string): Case => ({ outcome: 'passed', xml: writeCase(path, 'no finding', '') });
