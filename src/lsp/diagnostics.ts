/**
 * Turns the report of one file into LSP diagnostics: findings that are neither suppressed nor rejected, a note where the file was not
 * reviewed, and suppression comments without a reason. Pure. Called by review-document.ts and code-actions.ts; its lists of findings
 * and rules also by serve-lsp.ts and hover.ts.
 */
import type { Diagnostic, Range } from 'vscode-languageserver';
import { readInlineComments } from '../protocol/findings/inline-suppression.ts';
import type { Severity } from '../protocol/findings/severity.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { detectLanguage } from '../protocol/source/language.ts';

export const SOURCE = 'consensus-review';

/** As LSP numbers them. */
const LEVELS: Readonly<Record<Severity, 1 | 2 | 3>> = { CRITICAL: 1, HIGH: 1, MEDIUM: 2, LOW: 3 };
const HINT = 4;

/** What is shown: nothing that was suppressed or refuted. */
export const openFindings = ({ findings }: ReportDocument, path: string): readonly ReportFinding[] =>
  findings.filter(({ file, status }) => file === path && status !== 'suppressed' && status !== 'rejected');

/** Rules that report a finding, each once. */
export const rulesOf = ({ reported_by }: ReportFinding): readonly string[] => [
  ...new Set(reported_by.flatMap(({ rule }) => rule ?? [])),
];

/** The first line of a finding without what it is indented by; a long function is not underlined whole. */
function rangeOf(lines: readonly string[], line: number): Range {
  const at = Math.min(Math.max(line, 1), lines.length) - 1;
  const text = lines[at] ?? '';
  const start = text.length - text.trimStart().length;
  return {
    start: { line: at, character: start },
    end: { line: at, character: Math.max(start, text.trimEnd().length) },
  };
}

export function toDiagnostic(finding: ReportFinding, lines: readonly string[]): Diagnostic {
  const [rule] = rulesOf(finding);
  const [href] = finding.references.filter((reference) => /^https?:\/\//u.test(reference));
  return {
    range: rangeOf(lines, finding.line),
    severity: LEVELS[finding.severity],
    source: SOURCE,
    message: finding.issue === finding.title ? finding.title : `${finding.title}\n${finding.issue}`,
    ...(rule === undefined ? {} : { code: rule }),
    ...(rule === undefined || href === undefined ? {} : { codeDescription: { href } }),
    data: { fingerprint: finding.fingerprint },
  };
}

const note = (lines: readonly string[], line: number, message: string): Diagnostic => ({
  range: rangeOf(lines, line),
  severity: HINT,
  source: SOURCE,
  message,
});

const REASONS: Readonly<Record<string, string>> = {
  'no-analyzer': 'no analyzer knows this language',
  'no-model': 'a reviewer of this project needs a model',
  unparsed: 'the text breaks the rules of its language',
  'too-large': 'it is larger than max_file_bytes',
};

/** What was not looked at, and comments that suppress nothing because they give no reason. */
export function toDiagnostics(report: ReportDocument, path: string, text: string): readonly Diagnostic[] {
  const lines = text.split(/\r\n|\r|\n/u);
  const covered = report.coverage.files.find((file) => file.path === path);
  const reason = covered?.reason ?? null;
  const { faults } = readInlineComments(path, detectLanguage(path)?.name ?? null, text);
  return [
    ...openFindings(report, path).map((finding) => toDiagnostic(finding, lines)),
    ...(covered === undefined || covered.status === 'reviewed'
      ? []
      : [
          note(
            lines,
            1,
            `Not reviewed completely: ${reason === null ? 'see the report' : (REASONS[reason] ?? reason)}.`,
          ),
        ]),
    ...faults.map(({ line }) =>
      note(lines, line, 'This comment suppresses nothing: write the rule, a colon and your reason.'),
    ),
  ];
}
