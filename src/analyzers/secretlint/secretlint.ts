/**
 * Finds credentials in any text (formats of secretlint, shapes of rules/secretlint/, assignments) and returns findings of
 * security-reviewer whose evidence shows only the first characters. Comments cannot silence it. Loaded by declaration.ts.
 */

import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { isProsePath } from '../../protocol/source/prose-path.ts';
import { isTestPath, isTestSuite } from '../../protocol/source/test-path.ts';
import type { Scan } from '../declaration.ts';
import { linkWeakness } from '../rule-tables/claim-rule.ts';
import { scanFiles } from '../scan-files.ts';
import { findLine, findLineStarts } from '../source-text/text-document.ts';
import { findSecretAssignments, type SecretSpan } from './secret-assignments.ts';
import { findShapedSecrets } from './secret-shapes.ts';
import { adviseSecret, labelSecret, SECRET_TEXT, titleSecret } from './secret-text.ts';
import type { RuleMessage } from './secretlint-rules.ts';

const REVIEWER = 'security-reviewer';
const MAX_EVIDENCE_WIDTH = 300;
const SHOWN_CHARACTERS = 4;
const MASK = '…';

interface Secret {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
  readonly references: readonly string[];
}

export const scanForSecrets: Scan = async (files, _snapshot, signal, begin) => {
  const lint = await loadLint();
  return scanFiles(files, { signal, begin }, async (file) => {
    const secrets = await findSecrets(file, lint);
    return toFindings(
      file,
      secrets.filter((secret) => !isExplained(file.text, secret)),
    );
  });
};

type Lint = (file: SourceFile) => Promise<readonly RuleMessage[]>;

/** Loads secretlint on first use: nothing that does not review pays for it. */
async function loadLint(): Promise<Lint> {
  const { runSecretRules } = await import('./secretlint-rules.ts');
  return ({ path, text }) => runSecretRules(path, text);
}

async function findSecrets(file: SourceFile, lint: Lint): Promise<readonly Secret[]> {
  const isTest = isTestPath(file.path);
  const isProse = isProsePath(file.path);
  const linted = (await lint(file)).flatMap((message) => toSecret(message, file.text, { isTest, isProse }));
  const shaped = findShapedSecrets(file.text)
    .filter((span) => !overlapsAny(span, linted))
    .map((span): Secret => ({ ...span, confidence: isTest ? CONFIDENCE.medium : CONFIDENCE.high, references: [] }));
  const known = [...linted, ...shaped];
  const guessed = (TRANSLATIONS.test(file.path) ? [] : findSecretAssignments(file.text, file.language))
    .filter((span) => !overlapsAny(span, known))
    .map(
      (span): Secret => ({
        ...span,
        rule: 'secret-assignment',
        label: 'Password, key or token',
        ...(isTest || isProse
          ? { severity: 'LOW', confidence: CONFIDENCE.low }
          : { severity: 'HIGH', confidence: CONFIDENCE.medium }),
        references: [],
      }),
    );
  return [...known, ...guessed];
}

const overlapsAny = (span: SecretSpan, secrets: readonly SecretSpan[]): boolean =>
  secrets.some((secret) => secret.start < span.end && span.start < secret.end);

/** Right above, an object that is called an example: `"example": {` of a description of an interface, `example:` of one in YAML. */
const IN_EXAMPLE =
  /\bexamples?["']?\s*(?:=>|[:=])\s*[{[(]\s*\n(?:[^\n}\])]*\n){0,3}[^\n]*$|^(?<indent>[ \t]*)examples?:[ \t]*\n(?:\k<indent>[ \t]+[^\n]*\n){0,3}\k<indent>[ \t]+[^\n]*$/imu;
const MAX_ABOVE = 600;

/** A guess on a line of a comment, ` * "access_token": "abc123"`: switched off, or an example. What has a known form is told there too. */
const isExplained = (text: string, { start, rule }: Secret): boolean =>
  rule === 'secret-assignment' &&
  (/^\s*(?:\*(?!\/)|\/\/|#|--|<!--|\/\*|;)/u.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)) ||
    IN_EXAMPLE.test(text.slice(Math.max(0, start - MAX_ABOVE), start)));

/** Texts for people in many languages, where `password` is the name of a label. */
const TRANSLATIONS =
  /(?:^|\/)(?:locales?|i18n|l10n|lang|languages?|translations?|intl)\/|(?:^|\/)(?:messages|strings|labels)[\w-]*\.(?:properties|json|ya?ml|xml)$|\.(?:po|pot|arb|xliff?|strings)$/iu;

/** What the linter takes for a secret and is none: the identifier of a user, an address already cleaned. */
const HARMLESS = /^(?:AIDA|AROA|AIPA|ANPA|ANVA|AGPA)|:\/\/redacted:redacted@/iu;
/** Words in place of name and password. */
const EXPLAINS =
  /:\/\/(?:(?:some|my|the|db|a|fake|dummy|test)?[-_]?user(?:name)?|your[\w-]*|login|admin|root|foo|<\w+>):(?:(?:some|my|the|db|a|user|fake|dummy|test)?[-_]?(?:pass(?:w(?:or)?d)?|pwd|secret)|your[\w-]*|bar|<\w+>)@/iu;

/**
 * The linter's range of an AWS secret key begins at the name before it and is as long as the key, so the end of the key
 * would stay in sight. Where what was found is not what the range holds, it is looked for behind the beginning.
 */
function findSpan({ range: [start, end], data }: RuleMessage, text: string): SecretSpan {
  const held = text.slice(start, end);
  for (const value of Object.values(data)) {
    if (typeof value !== 'string' || value.length !== held.length || value === held) continue;
    const at = text.indexOf(value, start);
    if (at >= 0) return { start: at, end: at + value.length };
  }
  return { start, end };
}

function toSecret(
  message: RuleMessage,
  text: string,
  { isTest, isProse }: { readonly isTest: boolean; readonly isProse: boolean },
): readonly Secret[] {
  const { ruleId, messageId, docsUrl } = message;
  const kind = ruleId.replace('@secretlint/secretlint-rule-', '');
  const { start, end } = findSpan(message, text);
  const value = text.slice(start, end);
  if (HARMLESS.test(value) || (isProse && EXPLAINS.test(value))) return [];
  const isMaster = kind === 'privatekey' || kind === 'gcp' || messageId === 'AWSSecretAccessKey';
  return [
    {
      rule: `secretlint-${kind}`,
      label: labelSecret(kind),
      severity: isMaster ? 'CRITICAL' : weighHost(value, isProse),
      confidence: isTest ? CONFIDENCE.medium : CONFIDENCE.high,
      start,
      end,
      references: docsUrl === null ? [] : [docsUrl],
    },
  ];
}

/** A password for the own machine, or for a host that only a private network knows, opens less. */
function weighHost(value: string, isProse: boolean): Severity {
  const host = /:\/\/[^\s/@]*@(?<host>\[[^\]]*\]|[^\s/:?"']+)/u.exec(value)?.groups?.host;
  if (host === undefined) return 'HIGH';
  if (EXPLAINS.test(value)) return 'LOW';
  if (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/u.test(host)) return 'LOW';
  return host.includes('.') && !isProse ? 'HIGH' : 'MEDIUM';
}

/** Of these a suite holds many that it made itself: one finding names all their lines. */
const MADE_FOR_TESTS = new Set(['secret-jwt', 'secret-assignment']);

/** One finding per rule and line; in test code the same secret again is no further one, changed lines apart from others. */
function toFindings(file: SourceFile, secrets: readonly Secret[]): readonly AnalyzerFinding[] {
  const findings = new Map<string, AnalyzerFinding>();
  const isTest = isTestPath(file.path);
  const told = new Map<string, { readonly at: string; readonly lines: Set<number> }>();
  const lineStarts = findLineStarts(file.text);
  for (const secret of secrets) {
    const line = findLine(lineStarts, secret.start);
    const at = `${secret.rule} ${line}`;
    const { what, isMade } = sameAs(secret, file, line);
    const before = told.get(what);
    if (isMade) before?.lines.add(line);
    if (findings.has(at) || before !== undefined) continue;
    if (isTest) told.set(what, { at, lines: new Set() });
    const claim = claimFinding({
      severity: secret.severity,
      category: SECRET_TEXT.category,
      dimension: 'D7',
      cwe: SECRET_TEXT.cwe,
      title: titleSecret(secret.label),
      issue: SECRET_TEXT.message,
      evidence: quoteMasked(file.text, lineStarts[line - 1] ?? 0, secrets),
      recommendation: adviseSecret(file.language),
      references: [...linkWeakness(SECRET_TEXT.cwe), ...secret.references],
      confidence: secret.confidence,
      extra: { redacted: true },
    });
    const endLine = findLine(lineStarts, Math.max(secret.start, secret.end - 1));
    findings.set(at, { ...claim, reviewer: REVIEWER, file: file.path, line, endLine, rule: secret.rule });
  }
  const others = new Map([...told.values()].map(({ at, lines }) => [at, lines]));
  return [...findings].map(([at, finding]) => nameOthers(finding, [...(others.get(at) ?? [])]));
}

/** What a secret of test code is told once for, and whether the suite made it itself. */
function sameAs({ rule, start, end }: Secret, { path, text, changed }: SourceFile, line: number) {
  const isTouched = changed === null || changed.some((range) => range.start <= line && line <= range.end);
  const isMade = isTestSuite(path) && MADE_FOR_TESTS.has(rule);
  return { isMade, what: `${rule} ${isTouched} ${isMade ? '' : text.slice(start, end)}` };
}

const MOST_LINES = 20;

function nameOthers(finding: AnalyzerFinding, lines: readonly number[]): AnalyzerFinding {
  const others = lines.filter((line) => line !== finding.line);
  if (others.length === 0) return finding;
  const named = others.slice(0, MOST_LINES).join(', ');
  const more = others.length > MOST_LINES ? ` and ${others.length - MOST_LINES} more` : '';
  return {
    ...finding,
    issue: `${finding.issue} Others like it stand in line ${named}${more} of this file.`,
    extra: { ...finding.extra, lines: others },
  };
}

/** The line with every secret on it cut to its first characters. */
function quoteMasked(text: string, start: number, secrets: readonly Secret[]): string {
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  let quoted = '';
  let at = start;
  for (const secret of secrets.toSorted((a, b) => a.start - b.start)) {
    if (secret.end <= at || secret.start >= end) continue;
    const from = Math.max(at, secret.start);
    quoted += `${text.slice(at, from)}${text.slice(from, Math.min(from + SHOWN_CHARACTERS, secret.end, end))}${MASK}`;
    at = Math.min(secret.end, end);
  }
  quoted = `${quoted}${text.slice(at, end)}`.replace(/\r$/u, '');
  return quoted.length > MAX_EVIDENCE_WIDTH ? `${quoted.slice(0, MAX_EVIDENCE_WIDTH)}${MASK}` : quoted;
}
