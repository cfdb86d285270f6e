/**
 * Finds the functions of a file in its masked code (texts and comments blanked), by braces or by indentation: name, offsets, nesting
 * depth of control blocks, inner functions. Null where the braces do not match. Called by code-quality.ts for function-metrics.ts and
 * unawaited-calls.ts.
 */
import { classifyBlock, resetsAtComma, resetsAtNewline } from './block-headers.ts';

export interface FunctionBlock {
  readonly name: string;
  /** Offsets of the whole function, header included. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  /** Deepest control block, 0 for straight code. */
  readonly depth: number;
  /** Functions that lie inside, whose code is not this function's. */
  readonly inner: readonly FunctionBlock[];
}

interface OpenFunction {
  readonly name: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly inner: FunctionBlock[];
  depth: number;
}

interface Frame {
  readonly open: string;
  /** Offset of the bracket. */
  readonly at: number;
  readonly made: OpenFunction | null;
  /** Control blocks between the enclosing function and here. */
  readonly controls: number;
  /** Whether the statement goes on after the closing brace: a type literal in a header. */
  readonly isType: boolean;
  statementStart: number;
  lastParen: { readonly open: number; readonly close: number } | null;
}

interface Walk {
  readonly code: string;
  readonly language: string;
  readonly frames: Frame[];
  readonly open: OpenFunction[];
  readonly found: FunctionBlock[];
}

const INDENTED = new Set(['python', 'ruby', 'bash']);
const BRACKET = /[(){}[\];,\n]/gu;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const TYPE_BEFORE = /[:|&<]\s*$/u;
/** A header longer than this is none. */
const HEADER_CHARS = 600;

export function findFunctions(code: string, language: string): readonly FunctionBlock[] | null {
  return INDENTED.has(language) ? findIndented(code, language) : findBraced(code, language);
}

function findBraced(code: string, language: string): readonly FunctionBlock[] | null {
  const walk: Walk = { code, language, frames: [openFrame('', -1)], open: [], found: [] };
  for (const { 0: char, index } of code.matchAll(BRACKET)) {
    const isBalanced = step(walk, char, index);
    if (!isBalanced) return null;
  }
  return walk.frames.length === 1 ? walk.found : null;
}

const openFrame = (open: string, at: number, more: Partial<Frame> = {}): Frame => ({
  open,
  at,
  made: null,
  controls: 0,
  isType: false,
  statementStart: at + 1,
  lastParen: null,
  ...more,
});

function step(walk: Walk, char: string, at: number): boolean {
  const frame = walk.frames.at(-1);
  if (!frame) return false;
  if (char === '(' || char === '[') walk.frames.push(openFrame(char, at, { controls: frame.controls }));
  else if (char === '{') openBrace(walk, frame, at);
  else if (char in PAIRS) return closeBracket(walk, char, at);
  else if (endsStatement(walk, frame, char, at)) beginStatement(frame, at + 1);
  return true;
}

function beginStatement(frame: Frame, at: number): void {
  frame.statementStart = at;
  frame.lastParen = null;
}

function endsStatement(walk: Walk, frame: Frame, char: string, at: number): boolean {
  if (char === ';') return true;
  if (char === '\n') return frame.open !== '(' && frame.open !== '[' && resetsAtNewline(walk.language);
  if (frame.open === '(' || frame.open === '[') return true;
  return (
    resetsAtComma(walk.language) && !/<[^<>()]*$/u.test(walk.code.slice(Math.max(frame.statementStart, at - 80), at))
  );
}

const collapse = (text: string): string => text.replace(/\s+/gu, ' ');

function openBrace(walk: Walk, frame: Frame, at: number): void {
  const from = Math.max(frame.statementStart, at - HEADER_CHARS);
  const header = walk.code.slice(from, at);
  const paren = frame.lastParen !== null && frame.lastParen.open >= from ? frame.lastParen : null;
  const isType = TYPE_BEFORE.test(header.slice(-20)) && resetsAtComma(walk.language);
  const block = isType
    ? ({ kind: 'other' } as const)
    : classifyBlock(walk.language, {
        header: collapse(header),
        before: paren ? collapse(walk.code.slice(from, paren.open)) : null,
        between: collapse(paren ? walk.code.slice(paren.close + 1, at) : header),
        isInsideFunction: walk.open.length > 0,
      });
  const controls = block.kind === 'function' ? 0 : frame.controls + (block.kind === 'control' ? 1 : 0);
  const start = from + (header.length - header.trimStart().length);
  const made = block.kind === 'function' ? { name: block.name, start, bodyStart: at + 1, inner: [], depth: 0 } : null;
  const owner = walk.open.at(-1);
  if (owner && !made) owner.depth = Math.max(owner.depth, controls);
  if (made) walk.open.push(made);
  walk.frames.push(openFrame('{', at, { made, controls, isType }));
}

function closeBracket(walk: Walk, char: string, at: number): boolean {
  const closed = walk.frames.pop();
  const frame = walk.frames.at(-1);
  if (!closed || !frame || closed.open !== PAIRS[char]) return false;
  if (closed.made) {
    walk.open.pop();
    const { name, start, bodyStart, depth, inner } = closed.made;
    const block = { name, start, end: at + 1, bodyStart, depth, inner };
    walk.open.at(-1)?.inner.push(block);
    walk.found.push(block);
  }
  if (char === ')') frame.lastParen = { open: closed.at, close: at };
  if (char === '}' && !closed.isType) beginStatement(frame, at + 1);
  return true;
}

// ------------------------------------------------------------------------------------------------ by indentation

const INDENTED_HEADER: Readonly<Record<string, RegExp>> = {
  python: /^(?:async )?def (\w+)/u,
  ruby: /^def ([\w.?!=]+)/u,
  bash: /^(?:function )?([\w:-]+) ?\(\) ?\{?$/u,
};
const INDENTED_CONTROL: Readonly<Record<string, RegExp>> = {
  python: /^(?:async\s+)?(?:if|elif|else|for|while|try|except|finally|with|match)\b/u,
  ruby: /^(?:if|elsif|else|unless|for|while|until|case|begin|rescue|ensure)\b/u,
  bash: /^(?:if|elif|else|for|while|until|case)\b/u,
};

interface IndentedLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly indent: number;
}

function findIndented(code: string, language: string): readonly FunctionBlock[] {
  const lines = splitStatements(code, language);
  const found: FunctionBlock[] = [];
  const open: (OpenFunction & { readonly indent: number; readonly controls: number[]; end: number })[] = [];
  const closeTo = (indent: number): void => {
    for (let last = open.at(-1); last !== undefined && last.indent >= indent; last = open.at(-1)) {
      open.pop();
      const { name, start, bodyStart, depth, inner, end } = last;
      const block = { name, start, end, bodyStart, depth, inner };
      open.at(-1)?.inner.push(block);
      found.push(block);
    }
  };
  for (const line of lines) {
    const isClosingWord = /^(?:end|\}|\))/u.test(line.text);
    closeTo(isClosingWord ? line.indent + 1 : line.indent);
    const owner = open.at(-1);
    for (const each of open) each.end = line.end;
    if (owner) noteControl(owner, line, language);
    const name = INDENTED_HEADER[language]?.exec(collapse(line.text.slice(0, HEADER_CHARS)))?.[1];
    if (name === undefined) continue;
    open.push({
      name,
      start: line.start,
      bodyStart: line.end,
      inner: [],
      depth: 0,
      indent: line.indent,
      controls: [],
      end: line.end,
    });
  }
  closeTo(0);
  return found.sort((a, b) => a.start - b.start);
}

function noteControl(
  owner: { depth: number; readonly controls: number[] },
  line: IndentedLine,
  language: string,
): void {
  while ((owner.controls.at(-1) ?? -1) >= line.indent) owner.controls.pop();
  if (!INDENTED_CONTROL[language]?.test(line.text)) return;
  owner.controls.push(line.indent);
  owner.depth = Math.max(owner.depth, owner.controls.length);
}

/** Lines that begin a statement: blank lines and, in Python, lines inside brackets are left out. */
function splitStatements(code: string, language: string): readonly IndentedLine[] {
  const lines: IndentedLine[] = [];
  let offset = 0;
  let brackets = 0;
  for (const whole of code.split('\n')) {
    const text = whole.trim();
    if (text !== '' && brackets <= 0) {
      const indent = whole.length - whole.trimStart().length;
      lines.push({ start: offset + indent, end: offset + whole.length, text, indent });
    } else {
      const last = lines.pop();
      if (last) lines.push(text === '' ? last : { ...last, end: offset + whole.length });
    }
    if (language === 'python') brackets = Math.max(0, brackets + countBrackets(text));
    offset += whole.length + 1;
  }
  return lines;
}

function countBrackets(text: string): number {
  let count = 0;
  for (const char of text) {
    if (char === '(' || char === '[' || char === '{') count += 1;
    else if (char === ')' || char === ']' || char === '}') count -= 1;
  }
  return count;
}
