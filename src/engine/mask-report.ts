/**
 * No report spreads a secret, whoever quoted it: the cited lines and the words of all findings are searched, and what is
 * found is cut out of every text of the document, with every value that stands behind the name of a secret. Places and
 * identities stay as they are.
 */
import type { Snapshot } from '../ports/repository.ts';
import { maskNamedSecrets } from '../protocol/findings/named-secrets.ts';
import { arrangeSecrets, maskSecretsIn } from '../protocol/findings/secret-mask.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import type { FindSecrets, QuotedText } from './run-request.ts';

const MAX_CITED_LINES = 40;
/** What names a place, a rule or a finding, and is no text. */
const KEPT = new Set(['id', 'fingerprint', 'file', 'path', 'branch', 'rule', 'cwe', 'agent', 'schema', 'references']);

/** Without a snapshot no code is at hand, and the words of the findings are all there is to search. */
export async function maskReport(
  report: ReportDocument,
  findSecrets: FindSecrets,
  snapshot: Pick<Snapshot, 'read'> | null = null,
): Promise<ReportDocument> {
  const cited = snapshot === null ? [] : await readCited(report.findings, snapshot);
  const secrets = arrangeSecrets(await findSecrets([...cited, ...report.findings.map(readTexts)]));
  const masked = maskWithin(report, secrets);
  const findings = masked.findings.map((finding, i) => {
    const evidence = finding.evidence && maskNamedSecrets(finding.evidence, languageOf(finding.file));
    if (evidence === report.findings[i]?.evidence) return finding;
    return { ...finding, evidence, extra: { ...finding.extra, redacted: true } };
  });
  return { ...masked, findings };
}

const languageOf = (file: string): string | null => detectLanguage(file)?.name ?? null;

/** The lines the findings of each file stand on. */
async function readCited(
  findings: readonly ReportFinding[],
  snapshot: Pick<Snapshot, 'read'>,
): Promise<readonly QuotedText[]> {
  const byFile = Map.groupBy(findings, ({ file }) => file);
  const texts: QuotedText[] = [];
  for (const [file, inFile] of byFile) {
    const read = await snapshot.read(file);
    if (read.kind !== 'text') continue;
    const lines = read.text.split('\n');
    const wanted = new Set(inFile.flatMap(({ line, end_line }) => listLines(line, end_line)));
    const text = lines.filter((_, i) => wanted.has(i + 1)).join('\n');
    texts.push({ language: languageOf(file), text });
  }
  return texts;
}

const listLines = (line: number, endLine: number): readonly number[] =>
  Array.from({ length: Math.min(MAX_CITED_LINES, Math.max(1, endLine - line + 1)) }, (_, i) => line + i);

const readTexts = ({ title, issue, evidence, source, sink, impact }: ReportFinding): QuotedText => ({
  language: null,
  text: [title, issue, evidence, source, sink, impact].filter((text) => text !== null).join('\n'),
});

function maskWithin<T>(value: T, secrets: readonly string[]): T;
function maskWithin(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskNamedSecrets(maskSecretsIn(value, secrets));
  if (Array.isArray(value)) return value.map((item: unknown) => maskWithin(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, KEPT.has(key) ? item : maskWithin(item, secrets)]),
  );
}
