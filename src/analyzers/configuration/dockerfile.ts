/**
 * Parses the lines of a Dockerfile into instructions (continued lines, here-documents, flags, JSON form) and these into build stages with
 * ARG defaults put in. Never throws; lines that are no instruction are left out. Used by dockerfile-checks.ts.
 */
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';

export interface Instruction {
  /** Upper case. */
  readonly keyword: string;
  readonly line: number;
  readonly endLine: number;
  /** `--from=build` and the like, without their dashes. */
  readonly flags: readonly string[];
  /** What follows keyword and flags, on one line; here-documents follow on lines of their own. */
  readonly argument: string;
  /** The words of the JSON form, or null where it is in shell form. */
  readonly words: readonly string[] | null;
}

export interface Stage {
  /** Image or name of an earlier stage, with ARG defaults put in. */
  readonly image: string;
  /** The image as it is written. */
  readonly written: string;
  readonly name: string | null;
  readonly line: number;
  /** The earlier stage this one goes on from, or null. */
  readonly parent: Stage | null;
  readonly instructions: readonly Instruction[];
}

const MAX_INSTRUCTIONS = 5_000;
const MAX_CHARACTERS = 20_000;
const KEYWORD = /^\s*([A-Za-z]+)(?:\s+|$)/u;

export function parseDockerfile(lines: readonly string[]): readonly Instruction[] {
  const escapeCharacter = readEscape(lines);
  const findLine = indexLines(lines);
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length && instructions.length < MAX_INSTRUCTIONS; ) {
    const line = lines[at] ?? '';
    if (/^\s*(?:#|$)/u.test(line)) {
      at += 1;
      continue;
    }
    const { text, next: afterText } = joinContinued(lines, at, escapeCharacter);
    const { body, next } = readHereDocuments(lines, findLine, afterText, text);
    const instruction = readInstruction(text, body, { line: at + 1, endLine: next });
    if (instruction) instructions.push(instruction);
    at = next;
  }
  return instructions;
}

/** `# escape=` counts only above everything else. */
function readEscape(lines: readonly string[]): string {
  for (const line of lines) {
    const directive = /^\s*#\s*(\w+)\s*=\s*(\S+)\s*$/u.exec(line);
    if (!directive) return '\\';
    if (directive[1]?.toLowerCase() === 'escape') return directive[2] === '`' ? '`' : '\\';
  }
  return '\\';
}

function joinContinued(
  lines: readonly string[],
  start: number,
  escapeCharacter: string,
): { text: string; next: number } {
  let text = '';
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (at > start && /^\s*(?:#|$)/u.test(line)) continue;
    const bare = line.trimEnd();
    if (!bare.endsWith(escapeCharacter)) return { text: cut(`${text}${line}`), next: at + 1 };
    if (text.length < MAX_CHARACTERS) text = cut(`${text}${bare.slice(0, -1)} `);
  }
  return { text, next: at };
}

const cut = (text: string): string => text.slice(0, MAX_CHARACTERS);

/** The first line from `from` on that holds this word alone; -1 where there is none. */
type FindLine = (word: string, from: number) => number;

function indexLines(lines: readonly string[]): FindLine {
  let places: Map<string, number[]> | null = null;
  return (word, from) => {
    places ??= placeWords(lines);
    const at = places.get(word) ?? [];
    while (at.length > 0 && (at.at(-1) ?? 0) < from) at.pop();
    return at.at(-1) ?? -1;
  };
}

/** The lines that are one word each, the first of them last. Whoever reads on does not come back. */
function placeWords(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let line = lines.length - 1; line >= 0; line -= 1) {
    const word = lines[line]?.trim() ?? '';
    if (/^\w+$/u.test(word)) getOrAdd(places, word, () => []).push(line);
  }
  return places;
}

const HERE = /<<-?\s*(["']?)([A-Za-z_]\w*)\1/gu;

function readHereDocuments(
  lines: readonly string[],
  findLine: FindLine,
  start: number,
  text: string,
): { body: readonly string[]; next: number } {
  if (!/^\s*(?:RUN|COPY|ADD)\s/iu.test(text)) return { body: [], next: start };
  const body: string[] = [];
  let at = start;
  for (const [, , end] of text.matchAll(HERE)) {
    const close = findLine(end ?? '', at);
    if (close < 0) continue;
    for (const line of lines.slice(at, close)) body.push(line);
    at = close + 1;
  }
  return { body, next: at };
}

function readInstruction(
  text: string,
  body: readonly string[],
  place: { readonly line: number; readonly endLine: number },
): Instruction | null {
  const keyword = KEYWORD.exec(text);
  if (!keyword) return null;
  const flags: string[] = [];
  let rest = text.slice(keyword[0].length).trim();
  for (let flag = /^--(\S+)\s*/u.exec(rest); flag; flag = /^--(\S+)\s*/u.exec(rest)) {
    flags.push(flag[1] ?? '');
    rest = rest.slice(flag[0].length);
  }
  return {
    ...place,
    keyword: (keyword[1] ?? '').toUpperCase(),
    flags,
    argument: [rest, ...body].join('\n'),
    words: readWords(rest),
  };
}

function readWords(text: string): readonly string[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
  } catch {
    return null;
  }
}

// ------------------------------------------------------------------------------------------------ stages

export function readStages(instructions: readonly Instruction[]): readonly Stage[] {
  const defaults = new Map<string, string>();
  const stages: Stage[] = [];
  const named = new Map<string, Stage>();
  let open: Instruction[] = [];
  for (const instruction of instructions) {
    if (instruction.keyword === 'FROM') {
      open = [];
      const stage = openStage(instruction, open, named, defaults);
      stages.push(stage);
      if (stage.name !== null && !named.has(stage.name)) named.set(stage.name, stage);
    } else if (stages.length > 0) open.push(instruction);
    else if (instruction.keyword === 'ARG') readDefault(instruction, defaults);
  }
  return stages;
}

function openStage(
  from: Instruction,
  instructions: readonly Instruction[],
  earlier: ReadonlyMap<string, Stage>,
  defaults: ReadonlyMap<string, string>,
): Stage {
  const [written = '', as, name] = from.argument.split(/\s+/u);
  const image = substitute(written, defaults);
  const parent = earlier.get(image.toLowerCase()) ?? null;
  const isNamed = as?.toUpperCase() === 'AS' && name !== undefined;
  return { image, written, name: isNamed ? name.toLowerCase() : null, line: from.line, parent, instructions };
}

function readDefault({ argument }: Instruction, defaults: Map<string, string>): void {
  for (const [, name = '', value = ''] of argument.matchAll(/(\w+)=("[^"]*"|'[^']*'|\S*)/gu))
    defaults.set(name, value.replace(/^["']|["']$/gu, ''));
}

/** `${NAME}`, `$NAME` and `${NAME:-other}`; a name without a value stays as it is written. */
const substitute = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/gu, (whole, braced?: string, other?: string, bare?: string) => {
    return values.get(braced ?? bare ?? '') ?? other ?? whole;
  });
