/**
 * Formats findings for `hook stop` and `hook pre-commit`, which give them to a coding agent or to the person who commits: a few lines
 * each, at most 20 findings; the rest is counted. Called by cli/commands/hook-command.ts.
 */

import { ruleOf } from '../protocol/report/problems.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import { toLine, toName } from './plain-text.ts';

/** Findings that are shown; the others are counted. */
export const MAX_HANDED_BACK = 20;
const MAX_TEXT = 400;

const cut = (text: string): string => {
  const line = toLine(text);
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)} …` : line;
};

function describe(finding: ReportFinding): string {
  const { severity, file, line, title, issue, recommendation, fingerprint } = finding;
  return [
    `${severity} ${toName(file)}:${line} ${cut(title)} (${ruleOf(finding) ?? finding.category})`,
    ...(issue === title ? [] : [`  ${cut(issue)}`]),
    ...(recommendation ? [`  Fix: ${cut(recommendation)}`] : []),
    `  Fingerprint: ${fingerprint}`,
  ].join('\n');
}

/** `lead` is the first line, `all` the command that shows what is left out here. */
export function formatHandedBack(
  findings: readonly ReportFinding[],
  { lead, all }: { readonly lead: string; readonly all: string },
): string {
  const left = findings.length - MAX_HANDED_BACK;
  const shown = findings.slice(0, MAX_HANDED_BACK).map(describe);
  return `${[lead, ...shown, ...(left > 0 ? [`${left} more; all of them: ${all}`] : [])].join('\n\n')}\n`;
}
