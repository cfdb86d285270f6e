/**
 * Observes error messages that name nothing ("something went wrong") and programs that exit with code 1 without a message. Called by
 * user-persona.ts.
 */
import type { MaskedSource } from '../source-text/mask-source.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

/** Calls whose first string a user gets to read, with the code that must stand before the quote. */
const RAISES =
  /(?:\bthrow\s+(?:new\s+)?[\w.]*\(\s*|\braise\s+[\w.]*\(?\s*|\berrors\.New\(|\bfmt\.Errorf\(|\bpanic!?\(|\bbail!\(|\banyhow!\(|\b(?:die|fail|stop|error|revert|abort|fatalError|Write-Error|RAISE EXCEPTION)\b\s?\(?\s*|\b(?:alert|toast\.error|showError|message\.error)\(\s*)$/u;
const CLIENT_ERROR = /\.status\(4(?:00|22)\)[\w.]*\.(?:json|send)\(\s*(?:\{\s*(?:error|message)\s*:\s*)?$/u;
const LOOK_BEHIND = 120;
const MESSAGE_CHARS = 80;

const VAGUE = new Set(
  `error|an error|error occurred|an error occurred|an error has occurred|some error|unknown error|unexpected error|
an unexpected error occurred|generic error|something went wrong|something bad happened|oops|oops something went wrong|
failed|fail|failure|it failed|operation failed|request failed|invalid|invalid input|invalid value|invalid data|
invalid argument|invalid arguments|invalid parameter|invalid parameters|invalid params|invalid request|invalid body|
bad input|bad value|bad data|bad request|bad argument|wrong|wrong input|wrong value|not valid|not allowed|nope|
exception|problem`
    .replaceAll('\n', '')
    .split('|'),
);

export function observeMessages(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  const seen: Observation[] = [];
  for (const { start, message } of listShortStrings(document.text, masked.code)) {
    if (!VAGUE.has(normalize(message)) || !isWholeMessage(masked.code, start + message.length + 2)) continue;
    const before = masked.code.slice(Math.max(0, start - LOOK_BEHIND), start);
    if (RAISES.test(before) || CLIENT_ERROR.test(before)) seen.push(describe(document, start, message));
  }
  return seen;
}

/** Nothing is appended to it and nothing else is passed along. */
const isWholeMessage = (code: string, end: number): boolean => /^[ \t]*(?:[);}\n]|$)/u.test(code.slice(end, end + 40));

const normalize = (message: string): string =>
  message
    .toLowerCase()
    .replace(/[^a-z ]/gu, '')
    .replace(/ +/gu, ' ')
    .trim();

/** Strings of masked code are two quotes around blanks; their text is in the original. */
function* listShortStrings(
  text: string,
  code: string,
): Generator<{ readonly start: number; readonly message: string }> {
  for (let start = code.indexOf('"'); start >= 0; ) {
    const end = code.indexOf('"', start + 1);
    if (end < 0) return;
    const isWhole = text[start] === text[end] && /["'`]/u.test(text[start] ?? '');
    if (isWhole && end - start - 1 <= MESSAGE_CHARS) yield { start, message: text.slice(start + 1, end) };
    start = code.indexOf('"', end + 1);
  }
}

const describe = (document: TextDocument, at: number, message: string): Observation => ({
  document,
  line: document.lineAt(at),
  rule: 'vague-message',
  severity: 'MEDIUM',
  category: 'error-messages',
  title: `The message "${message.slice(0, 60)}" helps nobody`,
  issue: 'It names neither what was wrong nor where, so the user cannot fix it and support cannot find it.',
  recommendation:
    'Say what was expected, what was found and what to do: `quantity must be a whole number from 1 to 99, got "abc"`.',
  extra: {
    user_impact: 'The user is stopped without knowing why.',
    suggested_approach: 'Put the offending name and value into the message.',
    effort: 'trivial',
  },
});

// ------------------------------------------------------------------------------------------------ silent exits

const EXIT: Readonly<Record<string, RegExp>> = {
  javascript: /\bprocess\.exit\(\s*1\s*\)/u,
  typescript: /\bprocess\.exit\(\s*1\s*\)/u,
  python: /(?<![\w.])(?:sys\.)?exit\(\s*1\s*\)/u,
  go: /\bos\.Exit\(\s*1\s*\)/u,
  bash: /(?:^|[;&\s])exit\s+1\b/u,
  php: /\bexit\(\s*1\s*\)/u,
  ruby: /\bexit\(?\s*1\b/u,
};
const OPENS = /^(?:\}?\s*else\b|if\b|elif\b|unless\b|\[)/u;
const BASH_TEST = /^(?:if|elif)?\s*!?\s*(?:\[\[?|test)\s[^|]*?\]{0,2}\s*(?:;\s*then|&&)/u;

/** Exits whose condition and block hold no call that could have said something. */
export function observeSilentExits(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  const { language } = document;
  const pattern = language === null ? undefined : EXIT[language];
  if (!pattern || !masked.code.includes('xit')) return [];
  const lines = masked.code.split('\n');
  return lines.flatMap((line, index) => {
    if (line.length > 500 || !pattern.test(line)) return [];
    const guard = OPENS.test(line.trim()) ? line : (findPrevious(lines, index) ?? '');
    return isSilent(guard, line, pattern, language === 'bash') ? [describeExit(document, index + 1)] : [];
  });
}

function isSilent(guard: string, line: string, pattern: RegExp, isBash: boolean): boolean {
  const condition = guard.trim();
  if (condition.length > 500 || !OPENS.test(condition)) return false;
  if (isBash)
    return BASH_TEST.test(condition) && !/\b(?:echo|printf|log|die|usage|cat)\b/u.test(`${condition} ${line}`);
  const rest = `${condition} ${line === guard ? '' : line}`.replace(pattern, '');
  return !/[\w\])]\s?\(/u.test(rest.replace(/\b(?:if|elif|unless|else|typeof|len|not|and|or)\s?\(/gu, ' '));
}

function findPrevious(lines: readonly string[], index: number): string | null {
  for (let at = index - 1; at >= Math.max(0, index - 5); at -= 1)
    if ((lines[at] ?? '').trim() !== '') return lines[at] ?? null;
  return null;
}

const describeExit = (document: TextDocument, line: number): Observation => ({
  document,
  line,
  rule: 'silent-exit',
  severity: 'LOW',
  category: 'error-messages',
  title: 'The program ends with an error code and says nothing',
  issue: 'The user sees a prompt again and has to read the source to learn what was missing.',
  recommendation: 'Write one line to the error output first: what was expected, what to set or pass.',
  extra: { user_impact: 'The user cannot tell why nothing happened.', effort: 'trivial' },
});
