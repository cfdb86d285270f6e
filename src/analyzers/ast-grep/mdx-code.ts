/**
 * Extracts the JavaScript of an MDX document: imports and exports, and expressions in braces, each as a list (`{a}` reads as `[a]`);
 * the rest is blanked at the same length, so that offsets stay those of the document. Null where there is none. Called by
 * rule-hosts.ts.
 */
const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const MODULE_LINE = /^(?:import|export)\b/u;
const FENCE = /^[^\S\n]{0,3}(`{3,}|~{3,})/u;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---(?=[^\S\n]*(?:\n|$))/u;
/** The beginning of an expression, or code that is only shown. */
const NEXT = /\\[\s\S]|\{|(?<ticks>`+)(?!`)(?:(?!\k<ticks>)[^\n]){0,1000}?\k<ticks>(?!`)/gu;

/** How many more brackets a line opens than it closes; those in strings count too. */
const balanceOf = (line: string): number =>
  (line.match(/[{([]/gu)?.length ?? 0) - (line.match(/[})\]]/gu)?.length ?? 0);

/** The place behind the brace that closes the one at `open`; the end of the text where none does. */
function findEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function keepExpressions(markup: string): string {
  let out = '';
  let at = 0;
  for (const { index, 0: found } of markup.matchAll(NEXT)) {
    if (index < at || found !== '{') continue;
    const end = findEnd(markup, index);
    out += `${blank(markup.slice(at, index)).replace(/ $/u, ';')}[`;
    out +=
      markup[end - 1] === '}' && end - 1 > index
        ? `${markup.slice(index + 1, end - 1)}]`
        : markup.slice(index + 1, end);
    at = end;
  }
  return out + blank(markup.slice(at));
}

/** The line behind the block that begins at `from`. */
function endOfBlock(lines: readonly string[], from: number): number {
  const fence = FENCE.exec(lines[from] ?? '')?.[1];
  if (fence !== undefined) {
    const close = lines.findIndex((line, i) => i > from && FENCE.exec(line)?.[1]?.startsWith(fence) === true);
    return close < 0 ? lines.length : close + 1;
  }
  // A module ends at a blank line outside of all brackets.
  let depth = 0;
  let at = from;
  for (; at < lines.length && (depth > 0 || lines[at]?.trim() !== ''); at += 1) depth += balanceOf(lines[at] ?? '');
  return at;
}

/** Null where the document holds no code. */
export function extractMdx(document: string): string | null {
  const lines = document.replace(FRONT_MATTER, blank).split('\n');
  const parts: string[] = [];
  let markup: string[] = [];
  const endMarkup = (): void => {
    if (markup.length > 0) parts.push(keepExpressions(markup.join('\n')));
    markup = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const isModule = MODULE_LINE.test(line);
    if (!isModule && !FENCE.test(line)) {
      markup.push(line);
      at += 1;
      continue;
    }
    endMarkup();
    const end = endOfBlock(lines, at);
    parts.push(...lines.slice(at, end).map((each) => (isModule ? each : blank(each))));
    at = end;
  }
  endMarkup();
  const code = parts.join('\n');
  return code.trim() === '' ? null : code;
}
