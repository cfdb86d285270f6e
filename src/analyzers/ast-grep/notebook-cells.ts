/**
 * Reads the Python of a Jupyter notebook into a text in which each line of a code cell stands on its line of the file, and tells the cell
 * of a line. Walks the JSON itself to keep the lines; code is null where there is no Python. Used by ast-grep.ts, rule-hosts.ts and
 * advisories/package-imports.ts.
 */
const MAX_CHARACTERS = 20_000_000;
const MAX_CELLS = 5_000;

interface Notebook {
  /** As many lines as the file; null where there is no Python in it. */
  readonly code: string | null;
  /** Code cells of which nothing is said: in another language, or with lines that do not stand on lines of their own. */
  readonly unread: number;
  /** The cell on a line of the file and the line within it, both from 1; null outside of code. */
  placeOf(line: number): { readonly cell: number; readonly line: number } | null;
}

const NOTHING: Notebook = { code: null, unread: 0, placeOf: () => null };

interface Text {
  readonly value: string;
  /** Of the file, from 0. */
  readonly line: number;
}

interface Cell {
  readonly number: number;
  readonly isCode: boolean;
  readonly source: readonly Text[];
}

export function readNotebook(file: string): Notebook {
  if (file.length > MAX_CHARACTERS) return { ...NOTHING, unread: 1 };
  const { cells, language, isWhole } = listCells(file);
  const code = cells.filter(({ isCode, source }) => isCode && source.some(({ value }) => value.trim() !== ''));
  const cut = isWhole ? 0 : 1;
  if (code.length === 0 || !/^(?:i?python\d*)$/iu.test(language ?? 'python'))
    return { ...NOTHING, unread: code.length + cut };
  const lines = new Array<string>(file.split('\n').length).fill('');
  const places = new Map<number, { cell: number; line: number }>();
  let unread = cut;
  for (const { number, source } of code) {
    if (!isSpread(source) || isForeign(source)) unread += 1;
    else
      for (const [at, { text, line }] of readLines(source).entries()) {
        lines[line] = text;
        places.set(line + 1, { cell: number, line: at + 1 });
      }
  }
  return { code: places.size === 0 ? null : lines.join('\n'), unread, placeOf: (line) => places.get(line) ?? null };
}

/** Whether no two lines of the code share a line of the file. */
const isSpread = (source: readonly Text[]): boolean =>
  source.every(
    ({ value, line }, at) =>
      !value.replace(/\r?\n$/u, '').includes('\n') && (at === 0 || source[at - 1]?.line !== line),
  );

/** Cells in another language than the notebook's. What only measures or hides leaves the rest Python. */
const FOREIGN = /^\s*%%(?!time\b|timeit\b|capture\b|prun\b|python3?\b)/u;
/** What only shows text runs nothing. */
const SHOWN = /^\s*%%(?:latex|markdown)\b/iu;
const isForeign = ([first, ...rest]: readonly Text[]): boolean =>
  FOREIGN.test(first?.value ?? '') && !SHOWN.test(first?.value ?? '') && rest.length > 0;
/** Commands of the notebook itself, which are no Python: `%matplotlib inline`, `!ls`, `help?`. */
const COMMAND = /^(?<indent>[ \t]*)(?:[%!]|\?{1,2}\w|[\w.]+\?{1,2}\s*$)/u;
const ASSIGNED = /^(?<left>[ \t]*[\w, ]+=\s*)[%!]\s*\w/u;

function readLines(source: readonly Text[]): readonly { readonly text: string; readonly line: number }[] {
  if (FOREIGN.test(source[0]?.value ?? '')) return [];
  let isContinued = false;
  return source.map(({ value, line }) => {
    const text = value.replace(/\r?\n$/u, '').replaceAll('\r', ' ');
    const command = isContinued ? null : COMMAND.exec(text);
    const assigned = isContinued ? null : ASSIGNED.exec(text);
    isContinued = command !== null && text.endsWith('\\');
    if (command !== null) return { text: `${command.groups?.indent ?? ''}pass`, line };
    return { text: assigned === null ? text : `${assigned.groups?.left ?? ''}None`, line };
  });
}

/** Keys that lead to the value that is read now; an item of a list has none. */
type Way = (string | null)[];

interface Found {
  readonly cells: readonly Cell[];
  readonly language: string | null;
  /** False where cells may follow that were not read. */
  readonly isWhole: boolean;
}

/** Walks over the JSON with a stack of its own: depth costs no calls, and a fault ends it with what was read before. */
function listCells(file: string): Found {
  const reader = new CellReader();
  let line = 0;
  for (let at = 0; at < file.length && reader.cells.length < MAX_CELLS; at += 1) {
    const char = file[at] ?? '';
    if (char === '\n') line += 1;
    else if (char === '"') {
      const end = endOfString(file, at);
      if (end < 0) return { ...reader.found(), isWhole: false };
      reader.read({ value: file.slice(at, end + 1), line });
      at = end;
    } else reader.step(char);
  }
  return reader.found();
}

class CellReader {
  readonly cells: Cell[] = [];
  #language: string | null = null;
  readonly #way: Way = [];
  readonly #isLists: boolean[] = [];
  #key: string | null = null;
  /** The next string is a key. */
  #isKey = false;
  #open: { readonly depth: number; isCode: boolean; readonly source: Text[] } | null = null;

  found(): Found {
    return { cells: this.cells, language: this.#language, isWhole: this.cells.length < MAX_CELLS };
  }

  step(char: string): void {
    if (char === '{' || char === '[') this.#enter(char === '[');
    else if (char === '}' || char === ']') this.#leave();
    else if (char === ',') this.#next();
  }

  /** A string, as written. */
  read({ value: literal, line }: Text): void {
    const [way, key, open] = [this.#way, this.#key, this.#open];
    if (this.#isKey) {
      this.#key = decode(literal);
      this.#isKey = false;
    } else if (open !== null) {
      if (isSource(way, key, open.depth)) open.source.push({ value: decode(literal), line });
      else if (way.length === open.depth && key === 'cell_type') open.isCode = decode(literal) === 'code';
    } else if (isLanguage(way, key)) this.#language = decode(literal);
  }

  #enter(isList: boolean): void {
    this.#way.push(this.#key);
    this.#isLists.push(isList);
    this.#isKey = !isList;
    this.#key = null;
    if (!isList && this.#open === null && isCellList(this.#way))
      this.#open = { depth: this.#way.length, isCode: false, source: [] };
  }

  #leave(): void {
    if (this.#open?.depth === this.#way.length) {
      const { isCode, source } = this.#open;
      this.cells.push({ number: this.cells.length + 1, isCode, source });
      this.#open = null;
    }
    this.#key = this.#way.pop() ?? null;
    this.#isLists.pop();
    this.#isKey = false;
  }

  #next(): void {
    this.#isKey = this.#isLists.at(-1) === false;
    if (this.#isKey) this.#key = null;
  }
}

/** `cells` of the notebook, or of a sheet of the old format; the way ends with the cell itself. */
const isCellList = (way: Way): boolean =>
  (way.length === 3 && way[1] === 'cells') || (way.length === 5 && way[1] === 'worksheets' && way[3] === 'cells');

/** A text, or a list of texts one deeper. */
const isSource = (way: Way, key: string | null, depth: number): boolean =>
  (way.length === depth && isSourceKey(key)) ||
  (way.length === depth + 1 && key === null && isSourceKey(way.at(-1) ?? null));

const isSourceKey = (key: string | null): boolean => key === 'source' || key === 'input';

const isLanguage = (way: Way, key: string | null): boolean =>
  way.length === 3 &&
  way[1] === 'metadata' &&
  ((way[2] === 'language_info' && key === 'name') || (way[2] === 'kernelspec' && key === 'language'));

/** The closing quote; strings of JSON end on their line. */
function endOfString(file: string, from: number): number {
  for (let at = from + 1; at < file.length; at += 1) {
    const char = file[at];
    if (char === '\\') at += 1;
    else if (char === '"') return at;
    else if (char === '\n') return -1;
  }
  return -1;
}

function decode(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return '';
  }
}
