/**
 * Cuts notes of a project (AGENTS.md, CONTRIBUTING.md, a threat model) to a number of tokens for a prompt: sections on how to
 * write code stay, those on installing and releasing go first. Returns lines with their numbers and says what is left out. Called
 * by reviewers/model/review/review-agent.ts.
 */

export interface Note {
  readonly path: string;
  readonly text: string;
}

export interface ShownNote {
  readonly path: string;
  /** Lines with their numbers. */
  readonly text: string;
  readonly lines: number;
  readonly shownLines: number;
}

interface Section {
  readonly note: number;
  /** Index of the first line, and of the one behind the last. */
  readonly start: number;
  readonly end: number;
  readonly rank: number;
}

const HEADING = /^\s{0,3}#{1,6}\s/u;
const FENCE = /^\s*(?:```|~~~)/u;
/** What a reviewer can hold code against. */
const TELLING =
  /\b(?:must|never|always|do not|don't|avoid|should|require[sd]?|forbid(?:den)?|only|secur\w*|threats?|trust\w*|attack\w*|auth\w*|secrets?|valid\w*|conventions?|style|naming|names?|errors?|exceptions?|tests?|review\w*|rules?|guidelines?|architecture|invariants?|compatib\w*|concurren\w*|perform\w*|log(?:s|ging)?)\b/giu;
const IDLE =
  /\b(?:install\w*|setup|set-up|getting started|quick ?start|licen[cs]e|releas\w*|changelog|contributors?|community|code of conduct|donat\w*|sponsor\w*|badges?|publish\w*|deploy\w*|screenshots?|acknowledg\w*|support|contact)\b/giu;

const HEADING_WEIGHT = 6;

/** By how much of it tells how to write code, and by what it is called. */
function rankSection(lines: readonly string[]): number {
  const [heading = '', ...body] = HEADING.test(lines[0] ?? '') ? lines : ['', ...lines];
  const text = body.join('\n');
  const told = (text.match(TELLING) ?? []).length;
  const named = (heading.match(TELLING) ?? []).length - (heading.match(IDLE) ?? []).length;
  return HEADING_WEIGHT * named + (10 * told) / Math.max(4, body.length);
}

function splitSections(lines: readonly string[], note: number): readonly Section[] {
  const starts = [0];
  let isCode = false;
  for (const [i, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && i > 0 && HEADING.test(line)) starts.push(i);
  }
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? lines.length;
    return { note, start, end, rank: rankSection(lines.slice(start, end)) };
  });
}

/** Fewer lines than this of a section say too little. */
const MIN_LINES = 3;

/** In the order of the notes; a note of which nothing fits has no lines. `count` counts tokens. */
export function shortenNotes(
  notes: readonly Note[],
  maxTokens: number,
  count: (text: string) => number,
): readonly ShownNote[] {
  const texts = notes.map(({ text }) => splitLines(text));
  const shown = texts.map((lines) => lines.map(() => false));
  const sections = texts.flatMap((lines, note) => splitSections(lines, note));
  let left = maxTokens;
  for (const { note, start, end } of sections.toSorted(
    (a, b) => b.rank - a.rank || a.note - b.note || a.start - b.start,
  )) {
    const fitting = fitLines(texts[note] ?? [], { start, end }, left, count);
    left -= fitting.tokens;
    for (let i = start; i < fitting.end; i += 1) (shown[note] ?? [])[i] = true;
  }
  return notes.map(({ path }, note) => writeNote(path, texts[note] ?? [], shown[note] ?? []));
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

const numbered = (lines: readonly string[], start: number, end: number): string =>
  lines
    .slice(start, end)
    .map((line, i) => `${start + i + 1}\t${line}`)
    .join('\n');

/** As much of a section from its beginning as there is room for. */
function fitLines(
  lines: readonly string[],
  { start, end }: Pick<Section, 'start' | 'end'>,
  left: number,
  count: (text: string) => number,
): { readonly end: number; readonly tokens: number } {
  const whole = count(numbered(lines, start, end));
  if (whole <= left) return { end, tokens: whole };
  let fitting = start + Math.floor(((end - start) * left) / Math.max(1, whole));
  let tokens = count(numbered(lines, start, fitting));
  while (fitting > start && tokens > left) {
    fitting -= 1;
    tokens = count(numbered(lines, start, fitting));
  }
  return fitting - start < MIN_LINES ? { end: start, tokens: 0 } : { end: fitting, tokens };
}

function writeNote(path: string, lines: readonly string[], shown: readonly boolean[]): ShownNote {
  const parts: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const isShown = shown[i] === true;
    let end = i + 1;
    while (end < lines.length && (shown[end] === true) === isShown) end += 1;
    parts.push(isShown ? numbered(lines, i, end) : `[lines ${i + 1}-${end} are left out]`);
    i = end;
  }
  return { path, text: parts.join('\n'), lines: lines.length, shownLines: shown.filter(Boolean).length };
}
