/**
 * Formats the report as workflow commands of GitHub Actions (`-f github`), one annotation per finding that counts, the most urgent
 * first, because GitHub shows ten of a kind per step. The last lines say what does not count and what was not reviewed. Loaded by
 * formats.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { plural } from '../numbers.ts';
import { describeFindings, nameVerdict, type Overview, summarize } from '../overview.ts';
import { toLine, toName } from '../plain-text.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { explainAside, writeMessage } from './finding-facts.ts';

const COMMANDS: Readonly<Record<Severity, string>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'notice',
};

const escapeData = (text: string): string =>
  toLine(text).replace(/[%\r\n]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);

const escapeProperty = (text: string): string =>
  escapeData(text).replace(/[:,]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function writeCommand(command: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${command}${given.length === 0 ? '' : ` ${given.join(',')}`}::${escapeData(message)}\n`;
}

const annotate = (finding: ReportFinding): string =>
  writeCommand(
    COMMANDS[finding.severity],
    {
      file: toName(finding.file),
      line: finding.line,
      endLine: Math.max(finding.line, finding.end_line),
      title: `${finding.id} ${finding.severity} ${toLine(finding.title)}`,
    },
    `${writeMessage(finding)} (${ruleIdOf(finding)})`,
  );

export function formatGithub(report: ReportDocument): string {
  const overview = summarize(report);
  const state = report.complete ? 'complete' : 'incomplete';
  const head = `${nameVerdict(overview.total)}, ${state}: ${describeFindings(overview)}`;
  return [
    ...overview.problems.flatMap(({ findings }) => findings.map(annotate)),
    ...overview.setAside
      .filter(({ status }) => status === 'suppressed')
      .map((finding) =>
        writeCommand('debug', {}, `${finding.id} ${finding.file}:${finding.line} ${explainAside(finding)}`),
      ),
    ...describeRest(overview).map((line) => writeCommand('notice', { title: 'consensus-review' }, line)),
    writeCommand(commandOf(report), { title: 'consensus-review' }, head),
  ].join('');
}

function commandOf({ verdict, complete }: ReportDocument): string {
  if (verdict === 'VETO') return 'error';
  return verdict === 'OK' && complete ? 'notice' : 'warning';
}

const describeRest = ({ earlier, unplaced, setAside, unreviewed }: Overview): readonly string[] => {
  const suppressed = setAside.filter(({ status }) => status === 'suppressed').length;
  return [
    ...(earlier.length > 0 ? [`${plural(earlier.length, 'older finding')} not counted`] : []),
    ...(unplaced.length > 0 ? [`${plural(unplaced.length, 'unverified finding')} outside the change not counted`] : []),
    ...(suppressed > 0 ? [`${plural(suppressed, 'finding')} suppressed`] : []),
    ...(unreviewed.length > 0
      ? [`${plural(unreviewed.length, 'file')} not reviewed by everyone it was assigned to`]
      : []),
  ];
};
