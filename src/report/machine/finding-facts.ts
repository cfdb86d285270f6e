/**
 * Writes texts about one finding that the formats for other programs share: its message on one line, why it does not count, whether it
 * is listed, its path. Called by the other files of machine/.
 */
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { toLine } from '../plain-text.ts';
import { describeSetAside } from '../reporters.ts';

/** `Title: why. Fix: how`, on one line. */
export const writeMessage = ({ title, issue, recommendation }: ReportFinding): string =>
  `${toLine(title)}: ${toLine(issue)}${recommendation === null ? '' : ` Fix: ${toLine(recommendation)}`}`;

/** Why it does not count; null where it does. */
export function explainAside(finding: ReportFinding): string | null {
  const { status, introduced } = finding;
  if (status === 'rejected' || status === 'suppressed') {
    const said = describeSetAside(finding);
    return said === null ? status : `${status}: ${toLine(said)}`;
  }
  return introduced ? null : 'older than this change';
}

/** As code hosts list them: rejected claims are no findings, suppressed ones say so. */
export const writeListed = (finding: ReportFinding): string => {
  const aside = finding.status === 'suppressed' ? explainAside(finding) : null;
  return aside === null ? writeMessage(finding) : `[${aside}] ${writeMessage(finding)}`;
};

export const isListed = ({ status }: ReportFinding): boolean => status !== 'rejected';

/** A path as JSON carries it: half a surrogate pair is none. */
export const toPath = (path: string): string => path.toWellFormed();
