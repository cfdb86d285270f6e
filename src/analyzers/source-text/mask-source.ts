/**
 * Separates the code of a source text from its comments and strings in one linear pass and returns two texts with all offsets kept: code
 * with strings blanked, and comments alone. blankComments keeps strings. Used by the analyzers that work on text.
 */
import { type Delimiter, SYNTAXES, type Syntax } from './syntax-table.ts';

export interface MaskedSource {
  /** Code alone; a string is two quotes around blanks. */
  readonly code: string;
  /** Comments alone. */
  readonly comments: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: 'comment' | 'string';
}

interface Scan {
  readonly text: string;
  readonly syntax: Syntax;
  readonly spans: Span[];
  /** Open braces inside each open `${`. */
  readonly templates: number[];
  at: number;
  heredocTag: string | null;
  /** Up to here no regular expression ends, so none begins. */
  regexBarrier: number;
}

const CHARACTER = /'(?:\\[^\n]{1,10}?|[^\\'\n]{1,2})'/uy;
const EXPRESSION_BEFORE = /[(,=:[!&|?{};+\-*%~^]$/u;
const KEYWORD_BEFORE = /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/u;
const LOOK_BEHIND = 40;

export function maskSource(text: string, language: string | null): MaskedSource {
  const syntax = language === null ? undefined : SYNTAXES[language];
  if (!syntax) return { code: text, comments: '' };
  const spans = findSpans(text, syntax);
  return { code: keepOutside(text, spans), comments: keepComments(text, spans) };
}

/** The text with its comments blanked; strings stay. */
export function blankComments(text: string, language: string | null): string {
  const syntax = language === null ? undefined : SYNTAXES[language];
  const comments = syntax ? findSpans(text, syntax).filter(({ kind }) => kind === 'comment') : [];
  return keepOutside(text, comments);
}

function findSpans(text: string, syntax: Syntax): readonly Span[] {
  const scan: Scan = { text, syntax, spans: [], templates: [], at: 0, heredocTag: null, regexBarrier: 0 };
  const interesting = INTERESTING.get(syntax) ?? listInteresting(syntax);
  while (scan.at < text.length) {
    if (interesting[text.charCodeAt(scan.at)] !== 1 || !consume(scan)) scan.at += 1;
  }
  return scan.spans;
}

const INTERESTING = new Map<Syntax, Uint8Array>();

function listInteresting(syntax: Syntax): Uint8Array {
  const interesting = new Uint8Array(65536);
  INTERESTING.set(syntax, interesting);
  for (const { open } of syntax.delimiters) interesting[open.charCodeAt(0)] = 1;
  const more = `${syntax.isScript ? '`{}/' : ''}${syntax.hasCharacters ? "'" : ''}${syntax.heredoc ? '<\n' : ''}`;
  for (const char of more) interesting[char.charCodeAt(0)] = 1;
  return interesting;
}

/** Moves past whatever begins here; false if nothing does. */
function consume(scan: Scan): boolean {
  return (
    consumeHeredoc(scan) ||
    consumeDelimited(scan) ||
    consumeCharacter(scan) ||
    (scan.syntax.isScript && (consumeTemplate(scan) || consumeRegex(scan)))
  );
}

function close(scan: Scan, kind: Span['kind'], end: number): true {
  scan.spans.push({ start: scan.at, end, kind });
  scan.at = end;
  return true;
}

function consumeDelimited(scan: Scan): boolean {
  const { text, at } = scan;
  for (const delimiter of scan.syntax.delimiters) {
    if (!text.startsWith(delimiter.open, at)) continue;
    if (delimiter.after && at > 0 && !delimiter.after.test(text[at - 1] ?? '')) continue;
    return close(scan, delimiter.kind, findEnd(text, at + delimiter.open.length, delimiter));
  }
  return false;
}

function findEnd(text: string, from: number, delimiter: Delimiter): number {
  if (!delimiter.escape) {
    const found = text.indexOf(delimiter.close, from);
    if (found < 0) return text.length;
    return delimiter.close === '\n' ? found : found + delimiter.close.length;
  }
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '\n' && !delimiter.multiline) return at;
    else if (text.startsWith(delimiter.close, at)) return at + delimiter.close.length;
  }
  return text.length;
}

function consumeCharacter(scan: Scan): boolean {
  if (!scan.syntax.hasCharacters || scan.text[scan.at] !== "'") return false;
  CHARACTER.lastIndex = scan.at;
  return CHARACTER.test(scan.text) && close(scan, 'string', CHARACTER.lastIndex);
}

/** Remembers the tag at `<<TAG` and swallows the following lines up to it. */
function consumeHeredoc(scan: Scan): boolean {
  const { text, at } = scan;
  const { heredoc } = scan.syntax;
  if (!heredoc) return false;
  if (text[at] === '<') {
    heredoc.lastIndex = at;
    const tag = heredoc.exec(text)?.[2];
    if (tag === undefined) return false;
    scan.heredocTag = tag;
    scan.at = heredoc.lastIndex;
    return true;
  }
  if (text[at] !== '\n' || scan.heredocTag === null) return false;
  const end = findHeredocEnd(text, at, scan.heredocTag);
  scan.heredocTag = null;
  return close(scan, 'string', end);
}

function findHeredocEnd(text: string, from: number, tag: string): number {
  for (let at = from; at >= 0 && at < text.length; ) {
    const next = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, next < 0 ? undefined : Math.min(next, at + 200)).trim();
    if (line === tag || line === `${tag};`) return next < 0 ? text.length : next;
    at = next;
  }
  return text.length;
}

function consumeTemplate(scan: Scan): boolean {
  const { text, at, templates } = scan;
  const char = text[at];
  if (char === '`') return consumeTemplateText(scan, at + 1);
  const open = templates.at(-1);
  if (open === undefined || (char !== '{' && char !== '}')) return false;
  if (char === '}' && open === 0) {
    templates.pop();
    return consumeTemplateText(scan, at + 1);
  }
  templates[templates.length - 1] = open + (char === '{' ? 1 : -1);
  return false;
}

function consumeTemplateText(scan: Scan, from: number): true {
  const { text } = scan;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return close(scan, 'string', at + 1);
    else if (text[at] === '$' && text[at + 1] === '{') {
      scan.templates.push(0);
      return close(scan, 'string', at + 2);
    }
  }
  return close(scan, 'string', text.length);
}

function consumeRegex(scan: Scan): boolean {
  const { text, at } = scan;
  if (text[at] !== '/' || at < scan.regexBarrier || !mayStartRegex(text, at)) return false;
  let inClass = false;
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end += 1) {
    const char = text[end];
    if (char === '\\') end += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return close(scan, 'string', end + 1);
  }
  const lineEnd = text.indexOf('\n', at);
  scan.regexBarrier = lineEnd < 0 ? text.length : lineEnd;
  return false;
}

function mayStartRegex(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOK_BEHIND), at).trimEnd();
  return before === '' || before.endsWith('=>') || EXPRESSION_BEFORE.test(before) || KEYWORD_BEFORE.test(before);
}

/** As many blanks as there are characters; line ends stay. Looks at this part alone: a text may be one long line. */
function blank(text: string, from: number, to: number): string {
  const part = text.slice(from, Math.max(from, to));
  let blanks = '';
  let at = 0;
  for (let end = part.indexOf('\n'); end >= 0; end = part.indexOf('\n', at)) {
    blanks += `${' '.repeat(end - at)}\n`;
    at = end + 1;
  }
  return blanks + ' '.repeat(part.length - at);
}

function keepOutside(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(from, start));
    const isQuoted = kind === 'string' && end - start >= 2 && text[start] !== '\n' && text[end - 1] !== '\n';
    parts.push(isQuoted ? `"${blank(text, start + 1, end - 1)}"` : blank(text, start, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

function keepComments(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, kind } of spans) {
    if (kind !== 'comment') continue;
    parts.push(blank(text, from, start), text.slice(start, end));
    from = end;
  }
  parts.push(blank(text, from, text.length));
  return parts.join('');
}
