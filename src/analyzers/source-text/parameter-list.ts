/**
 * Reads the parameters of a function from masked code (mask-source.ts), between two brackets: names, optional or rest, by where the
 * language puts the name. Null where the list does not close. Used by documented-parameters.ts and exported-api.ts.
 */

export interface Parameter {
  /** Null for a pattern such as `{ a, b }`. */
  readonly name: string | null;
  /** The text of such a pattern. */
  readonly pattern: string | null;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

export interface ParameterList {
  readonly parameters: readonly Parameter[];
  /** Offset behind the closing bracket. */
  readonly end: number;
}

/** A list longer than this is no list of parameters. */
const LIST_CHARS = 2000;
const NAME_LAST = new Set(['java', 'c', 'cpp', 'csharp', 'dart', 'php', 'objective-c', 'solidity']);
const OPENING = '([{<';
const CLOSING = ')]}>';

/** Reads the list whose opening bracket is at `open`; null where it does not close. */
export function readParameters(code: string, open: number, language: string): ParameterList | null {
  const parts: string[] = [];
  const limit = Math.min(code.length, open + LIST_CHARS);
  let depth = 0;
  let from = open + 1;
  for (let at = open + 1; at < limit; at += 1) {
    const char = code[at] ?? '';
    if (char === ')' && depth <= 0) {
      parts.push(code.slice(from, at));
      return {
        parameters: parts
          .map((part) => part.trim())
          .filter(Boolean)
          .map((part) => readParameter(part, language)),
        end: at + 1,
      };
    }
    if (char === ',' && depth <= 0) {
      parts.push(code.slice(from, at));
      from = at + 1;
    }
    depth += nestingOf(code, at, char);
  }
  return null;
}

function nestingOf(code: string, at: number, char: string): number {
  if (char === '>' && /[=\-\s]/u.test(code[at - 1] ?? '')) return 0;
  if (char === '<' && /[\s<=]/u.test(code[at + 1] ?? '')) return 0;
  if (OPENING.includes(char)) return 1;
  return CLOSING.includes(char) ? -1 : 0;
}

function readParameter(text: string, language: string): Parameter {
  const part = text.slice(0, 500);
  const isRest = /^(?:\.\.\.|\*)|\.\.\.\s*\$?\w/u.test(part);
  const isOptional = isRest || /^[^:=]*\?|=(?!>)/u.test(part) || (language === 'kotlin' && part.includes('='));
  if (/^[{[]/u.test(part)) return { name: null, pattern: text, isOptional, isRest };
  const declared = part.split('=', 1)[0] ?? '';
  const name = NAME_LAST.has(language) ? /(\w+)\s*(?:\[\s*\])?\s*$/u.exec(declared)?.[1] : firstName(declared);
  return { name: name ?? null, pattern: null, isOptional, isRest };
}

const firstName = (text: string): string | undefined =>
  /^(?:@\w+\s+)*(?:\.\.\.|\*{1,2}|&)?\s*(?:(?:public|private|protected|readonly|override|val|var|mut|ref|out|in|inout)\s+)*([\w$]+)/u.exec(
    text,
  )?.[1];
