/**
 * Parses the lines of a Markdown file into headings, links, code blocks, inline code and anchors, in linear time; never throws. Also
 * makes the GitHub anchor of a heading and reads shell lines. Used by documentation.ts and its checks.
 */

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

export interface Link {
  readonly target: string;
  readonly line: number;
  readonly isImage: boolean;
  readonly hasText: boolean;
}

export interface CodeBlock {
  /** First word of the info string, lower case; empty where there is none. */
  readonly info: string;
  /** Line of the opening fence. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly isClosed: boolean;
}

export interface MarkdownText {
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly blocks: readonly CodeBlock[];
  /** Inline code with its line. */
  readonly codes: readonly { readonly text: string; readonly line: number }[];
  /** Anchors other than headings: `id` and `name` attributes, `{#id}`. */
  readonly anchors: ReadonlySet<string>;
}

const SHELL = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'console', 'shell-session', 'terminal']);

/** Blocks whose lines are commands; `more` are words for them beside the usual ones. */
export const isShell = ({ info }: CodeBlock, ...more: readonly string[]): boolean =>
  SHELL.has(info) || more.includes(info);

/** A line of such a block without its prompt. */
export const toCommand = (line: string): string =>
  line
    .slice(0, 500)
    .trim()
    .replace(/^\$\s+/u, '');

const LINE_CHARS = 4000;
const TARGET_CHARS = 500;
const FENCE = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?[ \t]*(`{3,}|~{3,})[ \t]*([^\s`{]*)/u;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/u;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?([^\s>]+)/u;
const ATTRIBUTE = /\b(href|src|id|name)\s?=\s?["']([^"'\n]{1,500})["']/giu;
const CUSTOM_ID = /\{#([\w-]{1,200})\}/gu;
const INLINE_CODE = /`([^`\n]+)`/gu;

export function parseMarkdown(lines: readonly string[]): MarkdownText {
  const headings: Heading[] = [];
  const links: Link[] = [];
  const codes: { text: string; line: number }[] = [];
  const anchors = new Set<string>();
  const { blocks, prose } = splitBlocks(lines);
  for (const { text, line } of prose) {
    const heading = parseHeading(text, line, lines);
    if (heading) headings.push(heading);
    for (const [, code = ''] of text.matchAll(INLINE_CODE)) codes.push({ text: code, line });
    const plain = text.replace(/`+[^`\n]*`+/gu, (code) => ' '.repeat(code.length));
    for (const link of findLinks(plain, line)) links.push(link);
    for (const [, name = '', value = ''] of plain.matchAll(ATTRIBUTE)) {
      if (/^(?:id|name)$/iu.test(name)) anchors.add(value);
      else links.push({ target: value, line, isImage: /^src$/iu.test(name), hasText: true });
    }
    for (const [, id = ''] of plain.matchAll(CUSTOM_ID)) anchors.add(id);
  }
  return { headings, links, blocks, codes, anchors };
}

interface ProseLine {
  readonly text: string;
  readonly line: number;
}

function splitBlocks(lines: readonly string[]): { blocks: readonly CodeBlock[]; prose: readonly ProseLine[] } {
  const blocks: CodeBlock[] = [];
  const prose: ProseLine[] = [];
  let open: { fence: string; info: string; line: number; lines: string[] } | null = null;
  let isComment = false;
  lines.forEach((whole, index) => {
    const text = whole.slice(0, LINE_CHARS);
    const match = isComment ? null : FENCE.exec(text);
    const fence = match?.[1] ?? '';
    if (open) {
      if (fence.startsWith(open.fence) && match?.[2] === '') {
        blocks.push({ info: open.info, line: open.line, lines: open.lines, isClosed: true });
        open = null;
      } else open.lines.push(whole);
      return;
    }
    if (match) open = { fence, info: (match[2] ?? '').toLowerCase(), line: index + 1, lines: [] };
    else if (!isComment) prose.push({ text: text.replace(/<!--.{0,2000}?-->/gu, ''), line: index + 1 });
    if (!match) isComment = isInComment(text, isComment);
  });
  const left = open as { info: string; line: number; lines: string[] } | null;
  if (left) blocks.push({ info: left.info, line: left.line, lines: left.lines, isClosed: false });
  return { blocks, prose };
}

function isInComment(text: string, before: boolean): boolean {
  const opens = text.lastIndexOf('<!--');
  const closes = text.lastIndexOf('-->');
  return opens === closes ? before : opens > closes;
}

function parseHeading(text: string, line: number, lines: readonly string[]): Heading | null {
  const atx = ATX.exec(text);
  if (atx) return { level: atx[1]?.length ?? 1, text: (atx[2] ?? '').replace(/[ \t]#+[ \t]*$/u, '').trim(), line };
  const below = (lines[line] ?? '').slice(0, 200);
  const isText = text.trim() !== '' && !/^\s*(?:[-*+>|#]|\d+[.)]|<)/u.test(text);
  if (!isText || !/^ {0,3}(?:=+|-{3,})[ \t]*$/u.test(below)) return null;
  return { level: below.includes('=') ? 1 : 2, text: text.trim(), line };
}

function findLinks(text: string, line: number): readonly Link[] {
  const links: Link[] = [];
  const defined = DEFINITION.exec(text)?.[1];
  if (defined !== undefined) links.push({ target: defined, line, isImage: false, hasText: true });
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const target = readTarget(text.slice(at + 2, at + 2 + TARGET_CHARS));
    if (target === null) continue;
    const isBare = text[at - 1] === '[';
    const isImage = isBare ? text[at - 2] === '!' : /!\[[^\]]*$/u.test(text.slice(Math.max(0, at - 200), at));
    links.push({ target, line, isImage, hasText: !isBare });
  }
  return links;
}

/** The address up to its closing bracket, without a title; null where it does not close. */
function readTarget(text: string): string | null {
  if (text.startsWith('<')) {
    const end = text.indexOf('>');
    return end < 0 ? null : text.slice(1, end);
  }
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && depth === 0) return text.slice(0, at).trim().split(/\s/u)[0] ?? '';
    else if (text[at] === ')') depth -= 1;
  }
  return null;
}

/** Anchor of a heading as GitHub makes it. */
export const slugOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<[^>]*>/gu, '')
    .replace(/\{#[\w-]+\}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/gu, '-');
