/** Code that is fetched and run in one go, in any language: what arrives is whatever the other side sends that day. */
import type { Severity } from '../../protocol/findings/severity.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

interface RemoteRule {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly severity: Severity;
  readonly title: string;
  readonly advice: string;
  /** Null = every language. */
  readonly languages: ReadonlySet<string> | null;
}

/** Lines beyond this are generated; the rest of them is not read. */
const LINE_CHARS = 2000;

const SCRIPTS = new Set(['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html']);

const RULES: readonly RemoteRule[] = [
  {
    rule: 'download-piped-to-shell',
    pattern: /\b(?:curl|wget)\b[^|;&\n]{0,300}\|\s?(?:sudo\s+(?:-\w+\s+)?)?(?:ba|z|da|k)?sh\b/u,
    severity: 'MEDIUM',
    title: 'A downloaded script is run unseen',
    advice: 'Download it, compare its checksum with a known one, then run it: `sha256sum --check install.sh.sha256`.',
    languages: null,
  },
  {
    rule: 'download-evaluated',
    pattern:
      /\b(?:exec|eval)\s?\(\s?(?:await\s)?\(?(?:await\s)?(?:requests\.get|urllib\.request\.urlopen|urlopen|fetch|axios\.get|file_get_contents)\(/u,
    severity: 'HIGH',
    title: 'Downloaded text is evaluated as code',
    advice: 'Ship the code with the program, or verify a signature before it is loaded.',
    languages: null,
  },
  {
    rule: 'install-from-open-connection',
    pattern:
      /\b(?:pip3?|uv|npm|yarn|gem)\b[^\n|;&]{0,80}\b(?:install|add)\b[^\n|;&]{0,200}(?:--(?:extra-)?index-url[ =]|--registry[ =]|-i |\s)['"]?http:\/\/(?!localhost|127\.)/u,
    severity: 'HIGH',
    title: 'Packages are installed over a connection that is not encrypted',
    advice: 'Use the https address of the package index.',
    languages: null,
  },
  {
    rule: 'script-over-open-connection',
    pattern: /<script\b[^>]{0,300}\bsrc\s?=\s?["']http:\/\/(?!localhost|127\.)/iu,
    severity: 'MEDIUM',
    title: 'A script is loaded over a connection that is not encrypted',
    advice: 'Load it over https with an `integrity` attribute, or serve it yourself.',
    languages: SCRIPTS,
  },
  {
    rule: 'script-without-integrity',
    pattern:
      /<script\b(?![^>]{0,400}\bintegrity\b)[^>]{0,300}\bsrc\s?=\s?["'](?:https:)?\/\/[^"'/]{1,200}\/[^"']{1,300}\.js\b/iu,
    severity: 'LOW',
    title: 'A script of another host is loaded without a checksum',
    advice: 'Add `integrity="sha384-…"` and `crossorigin="anonymous"`, or serve the file yourself.',
    languages: SCRIPTS,
  },
  {
    rule: 'module-from-address',
    pattern: /(?:\bfrom\s|\bimport\s?\(?\s?)["']http:\/\/(?!localhost|127\.)/u,
    severity: 'HIGH',
    title: 'A module is imported over a connection that is not encrypted',
    advice: 'Import it over https with a fixed version, or install it as a package.',
    languages: SCRIPTS,
  },
];

const CHEAP = /curl|wget|exec|eval|install|add |<script|from |import/iu;

export function observeRemoteCode(document: TextDocument): readonly Observation[] {
  const seen: Observation[] = [];
  document.lines.forEach((whole, index) => {
    const line = whole.length > LINE_CHARS ? whole.slice(0, LINE_CHARS) : whole;
    if (!CHEAP.test(line) || isCommentLine(line)) return;
    const rule = RULES.find((each) => isFor(each, document.language) && each.pattern.test(line));
    if (rule) seen.push(describe(document, index + 1, rule, line));
  });
  return seen;
}

const isFor = (rule: RemoteRule, language: string | null): boolean =>
  rule.languages === null || (language !== null && rule.languages.has(language));

const isCommentLine = (line: string): boolean => /^\s*(?:\/\/|#(?!!)|\*|--|<!--|;|%)/u.test(line);

function describe(document: TextDocument, line: number, rule: RemoteRule, text: string): Observation {
  const isOpen = /http:\/\//u.test(text) && rule.rule === 'download-piped-to-shell';
  return {
    document,
    line,
    rule: rule.rule,
    severity: isOpen ? 'HIGH' : rule.severity,
    category: 'confusion',
    // A script without a checksum lacks the check; the others run what they fetch.
    cwe: rule.rule === 'script-without-integrity' ? 'CWE-353' : 'CWE-494',
    dimension: 'D10',
    title: rule.title,
    issue: isOpen
      ? 'The script comes over plain http and is run at once: anyone on the way can put in commands of their own.'
      : 'What is run here is whatever the other side delivers at that moment; nothing checks that it is what was reviewed.',
    recommendation: rule.advice,
    impact: 'Whoever controls the address, or the way to it, runs code with the rights of this program.',
  };
}
