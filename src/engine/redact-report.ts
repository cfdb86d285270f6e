/**
 * Replaces secrets in every text of a report document: those that the redactor finds in the files that findings are in, and texts that
 * look like one. Paths, ids and rules stay. Returns the new document. Called last by review/run-review.ts and audit/run-audit.ts, and
 * by cli/commands/collect-command.ts.
 */
import type { Snapshot } from '../ports/repository.ts';
import { mapTexts } from '../protocol/redaction/map-texts.ts';
import { createRenumbering } from '../protocol/redaction/placeholder.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';

/** What names a place, a rule or a finding, and is no text. */
const KEPT = new Set([
  'id',
  'fingerprint',
  'file',
  'path',
  'branch',
  'rule',
  'cwe',
  'agent',
  'schema',
  'references',
  'dimensions',
  'started_at',
  'finished_at',
]);
const MAX_EVIDENCE_LINES = 3;
const MAX_EVIDENCE_WIDTH = 300;

/** Without a snapshot no code is at hand, and the words of the findings are all there is to search. */
export async function redactReport(
  report: ReportDocument,
  redactor: Redactor,
  snapshot: Pick<Snapshot, 'read'> | null = null,
): Promise<ReportDocument> {
  const files = snapshot === null ? new Map<string, Texts>() : await readFiles(report.findings, snapshot, redactor);
  const findings = report.findings.map((finding) => {
    const masked = showMasked(finding, files.get(finding.file) ?? null);
    const evidence = masked === null ? null : redactor.redact(masked, finding.file);
    return evidence === finding.evidence ? finding : { ...finding, evidence };
  });
  const redacted = mapTexts({ ...report, findings }, (text) => redactText(text, redactor), KEPT);
  const marked = redacted.findings.map((finding, i) =>
    finding.evidence === report.findings[i]?.evidence
      ? finding
      : { ...finding, extra: { ...finding.extra, redacted: true } },
  );
  // The same document has the same numbers, whoever met which secret first.
  return mapTexts({ ...redacted, findings: marked }, createRenumbering());
}

/** A command that names every file which was left over is searched name by name: it may have hundreds of thousands. */
const redactText = (text: string, redactor: Redactor): string =>
  text.length > MAX_WHOLE && FOLLOW_UP.test(text)
    ? text
        .split(' ')
        .map((word) => redactor.redact(word))
        .join(' ')
    : redactor.redact(text);

const MAX_WHOLE = 20_000;
const FOLLOW_UP = /^(?:Consider|Re-run review with): \/consensus-review /u;

interface Texts {
  readonly raw: readonly string[];
  readonly redacted: readonly string[];
}

/** From here on the redactor knows every secret of these files, wherever a text repeats it. */
async function readFiles(
  findings: readonly ReportFinding[],
  snapshot: Pick<Snapshot, 'read'>,
  redactor: Redactor,
): Promise<ReadonlyMap<string, Texts>> {
  const files = new Map<string, Texts>();
  for (const path of new Set(findings.map(({ file }) => file))) {
    const read = await snapshot.read(path);
    if (read.kind !== 'text') continue;
    const redacted = redactor.redactFile(path, read.text);
    if (redacted !== read.text) files.set(path, { raw: read.text.split('\n'), redacted: redacted.split('\n') });
  }
  return files;
}

/** The secret scan shows the first characters of what it found; the report shows the line as it was redacted. */
function showMasked({ evidence, extra, line, end_line }: ReportFinding, texts: Texts | null): string | null {
  if (texts === null || evidence === null || extra.redacted !== true || !evidence.includes('…')) return evidence;
  const last = Math.min(end_line, line + MAX_EVIDENCE_LINES - 1);
  const lines = texts.redacted.slice(line - 1, last).map((text) => text.trimEnd());
  const isHidden = texts.raw.slice(line - 1, last).some((text, i) => text.trimEnd() !== lines[i]);
  return isHidden ? lines.map((text) => cut(text)).join('\n') : evidence;
}

const cut = (text: string): string =>
  text.length > MAX_EVIDENCE_WIDTH ? `${text.slice(0, MAX_EVIDENCE_WIDTH)}…` : text;
