/**
 * Classifies the block that an opening brace begins from the text before the brace: a function (with its name), a control block or
 * something else, per language family. Called by function-blocks.ts; also says at which signs a statement ends in a language.
 */

export interface BlockHeader {
  /** From the beginning of the statement to the brace. */
  readonly header: string;
  /** Text before the last bracketed list of the header; null without one. */
  readonly before: string | null;
  /** Text between that list and the brace. */
  readonly between: string;
  readonly isInsideFunction: boolean;
}

export type BlockClass =
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'control' }
  | { readonly kind: 'other' };

const SCRIPTS = new Set(['javascript', 'typescript', 'tsx']);
const NEWLINE_ENDS = new Set(['go', 'swift', 'kotlin', 'scala']);
const FUNCTION_WORD: Readonly<Record<string, RegExp>> = {
  go: /\bfunc\b\s*(?:\([^()]*\)\s*)?(\w*)/u,
  rust: /\bfn\s+(\w+)/u,
  swift: /\bfunc\s+([^\s(<]+)|\b(init)\b\s*[?(]/u,
  kotlin: /\bfun\s+(?:<[^<>]*>\s*)?(?:[\w.<>]+\.)?(\w+)/u,
  scala: /\bdef\s+(\w+)/u,
  php: /\bfunction\b\s*&?\s*(\w*)/u,
};

const OTHER: BlockClass = { kind: 'other' };
const CONTROL: BlockClass = { kind: 'control' };
const ANONYMOUS = '(anonymous)';

// Headers come with single blanks, so no pattern has to repeat white space.
const CONTROL_WORD = /\b(?:if|for|foreach|while|switch|catch|with|synchronized|lock|using|fixed|when|elseif) ?$/u;
const CONTROL_TAIL = /(?:^|[ )}])(?:else|try|do|finally|catch) ?$/u;
const CONTROL_LEAD =
  /^ ?(?:\} ?)?(?:else|if|for|while|switch|select|match|loop|when|guard|do|try|catch|repeat|foreach|elseif)\b/u;
const MODIFIER =
  'public|private|protected|static|async|override|readonly|get|set|abstract|declare|export|default|accessor|const|let|var';
const METHOD = new RegExp(`^ ?(?:(?:${MODIFIER}) )*\\*? ?([#\\w$]+) ?(?:<[^()]*>)? ?\\?? ?$`, 'u');
const NAMED_FUNCTION = /\bfunction\b ?\*? ?([\w$]*) ?(?:<[^()]*>)? ?$/u;
const ASSIGNED_NAME = new RegExp(`^ ?(?:(?:${MODIFIER}) )*([#\\w$]+) ?[:=]`, 'u');
const DECORATION = /@[\w.]+ ?(?:\([^()]*\))? ?/gu;
const ATTRIBUTE = /\[[^[\]]*\]/gu;
const NOT_A_NAME = new Set('if for while switch catch with function return new await typeof super'.split(' '));
const C_FUNCTION = /(?:^|[ *&>\].:])(~?\w+) ?$/u;
const C_TAIL = /^ ?(?:$|(?:const|noexcept|override|final|async|volatile|throws|where)\b|:|->)/u;

export const resetsAtComma = (language: string): boolean => SCRIPTS.has(language);
export const resetsAtNewline = (language: string): boolean => NEWLINE_ENDS.has(language);

export function classifyBlock(language: string, block: BlockHeader): BlockClass {
  if (SCRIPTS.has(language)) return classifyScript(block);
  const word = FUNCTION_WORD[language];
  if (word) return classifyByWord(block, word);
  return classifyCLike(block);
}

function classifyScript({ header, before, between }: BlockHeader): BlockClass {
  if (header.trimEnd().endsWith('=>')) return { kind: 'function', name: nameAssigned(header) };
  if (CONTROL_TAIL.test(between)) return CONTROL;
  if (before === null) return OTHER;
  if (CONTROL_WORD.test(before)) return between.trim() === '' ? CONTROL : OTHER;
  const isHeaderEnd = /^ ?(?:$|:)/u.test(between);
  const declared = NAMED_FUNCTION.exec(before);
  if (declared && isHeaderEnd) return { kind: 'function', name: declared[1] || nameAssigned(before) };
  const method = isHeaderEnd ? METHOD.exec(before.replace(DECORATION, ''))?.[1] : undefined;
  return method !== undefined && !NOT_A_NAME.has(method) ? { kind: 'function', name: method } : OTHER;
}

function nameAssigned(header: string): string {
  return ASSIGNED_NAME.exec(header)?.[1] ?? ANONYMOUS;
}

function classifyByWord({ header, between }: BlockHeader, word: RegExp): BlockClass {
  const match = word.exec(header);
  if (match) return { kind: 'function', name: match[1] || match[2] || ANONYMOUS };
  return CONTROL_LEAD.test(header) || CONTROL_TAIL.test(between) ? CONTROL : OTHER;
}

function classifyCLike({ before, between, isInsideFunction }: BlockHeader): BlockClass {
  if (CONTROL_TAIL.test(between)) return CONTROL;
  if (before === null) return OTHER;
  if (CONTROL_WORD.test(before)) return CONTROL;
  const plain = before.replace(DECORATION, '').replace(ATTRIBUTE, '');
  if (isInsideFunction || plain.includes('=') || /\bnew [\w.<>, ]+$/u.test(plain)) return OTHER;
  const name = C_FUNCTION.exec(plain)?.[1];
  return name !== undefined && C_TAIL.test(between) ? { kind: 'function', name } : OTHER;
}
