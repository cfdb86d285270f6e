/**
 * Reads pieces of source text for an outline without the parser: callees, arguments, string literals, parameter lists, type names. Used
 * by outline-source.ts.
 */
import type { ArgumentKind, OutlineParameter } from '../../ports/outline.ts';
import { QUOTES, skipString, splitList } from '../../protocol/text/split-list.ts';

const MAX_CALLEE = 160;

/** A callee on one line, with the arguments of calls in it left out: `Route::get()->middleware`. */
export function squeezeCallee(text: string): string {
  let kept = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const step = '({'.includes(char) ? 1 : ')}'.includes(char) ? -1 : 0;
    if (depth > 0 && QUOTES.includes(char)) at = skipString(text, at);
    else if (Math.min(depth, depth + step) === 0 && char > ' ') kept += char;
    depth += step;
  }
  return kept.replaceAll('?.', '.').slice(-MAX_CALLEE);
}

const PLAIN = /^(?:[rbuRBU@]{0,2})(['"`])((?:(?!\1)[^\\]|\\[\s\S])*)\1$/u;

/** What a string literal or symbol says, where nothing is put into it at run time. */
export function readLiteral(text: string): string | null {
  if (text.length > 300) return null;
  if (/^:[A-Za-z_]\w*[?!]?$/u.test(text)) return text.slice(1);
  const triple = /^[rbu]?("""|''')([\s\S]*)\1$/iu.exec(text);
  if (triple) return triple[2] ?? '';
  const [, quote, value] = PLAIN.exec(text) ?? [];
  if (value === undefined) return null;
  return (quote === '`' && value.includes('${')) || (quote === '"' && value.includes('#{')) ? null : value;
}

export function classifyArgument(kind: string): ArgumentKind {
  if (/function|lambda|arrow|func_literal|^block$|^do_block$/u.test(kind)) return 'function';
  if (/string|symbol|^character/u.test(kind)) return kind.endsWith('_array') ? 'list' : 'text';
  if (/call|invocation|creation|^new_expression$/u.test(kind)) return /array_creation/u.test(kind) ? 'list' : 'call';
  if (/^(?:identifier|constant|variable_name|member_expression|attribute|selector_expression|name)$/u.test(kind))
    return 'name';
  if (/member_access|field_access|scope_resolution|class_constant|method_reference|class_literal/u.test(kind))
    return 'name';
  if (/array|list|slice|composite_literal|element_value_array|tuple/u.test(kind)) return 'list';
  return /^(?:object|dictionary|hash)$/u.test(kind) ? 'record' : 'other';
}

const KEYWORD = /^(['"]?)([A-Za-z_]\w*)\1\s*(?:=>|[=:](?![=:]))\s*/u;
const NAMED_KINDS = /^(?:keyword_argument|pair|element_value_pair|argument|attribute_argument)$/u;

/** Splits `name: value` of a named argument; the keyword is null for all others. */
export function splitKeyword(kind: string, text: string): { readonly keyword: string | null; readonly value: string } {
  const match = NAMED_KINDS.test(kind) ? KEYWORD.exec(text) : null;
  return match ? { keyword: match[2] ?? null, value: text.slice(match[0].length) } : { keyword: null, value: text };
}

const DECORATION = /@[\w.]+(?:\([^()]*\))?\s*|\[\w+(?:\([^()]*\))?\]\s*|#\[[^\]]*\]\s*/gu;
const WORDS = /^(?:(?:public|private|protected|readonly|override|final|static|this|ref|out|in|params|const)\s+)+/u;

/** Parameters as written between the brackets. */
export function readParameterList(text: string, family: string): readonly OutlineParameter[] {
  const inner = text.replace(/^[(|]|[)|]$/gu, '');
  const parts = splitList(inner).map((part) => part.replace(DECORATION, '').replace(WORDS, '').trim());
  const parameters = parts.map((part) => readParameter(part, family));
  return family === 'go' ? shareTypes(parameters) : parameters;
}

const TYPE_FIRST = /^(.*?)[\s*&]+\$?(\w+)(?:\s*=.*)?$/su;

function readParameter(part: string, family: string): OutlineParameter {
  if (family === 'java' || family === 'csharp' || family === 'php' || family === 'c') {
    const [, type, name] = TYPE_FIRST.exec(part.replace(/\s*=[^=].*$/su, '')) ?? [];
    if (name !== undefined) return { name, type: plainType(type ?? '') };
    return { name: part.replace(/^[&.]*\$?/u, '').replace(/\W.*$/su, ''), type: null };
  }
  if (family === 'go') {
    const [name = '', ...type] = part.split(/\s+/u);
    return { name, type: plainType(type.join(' ')) };
  }
  const plain = part.replace(/^&?(?:'\w+\s+)?mut\s+|^vararg\s+/u, '').replace(/^[\w:]+\((?:mut\s+)?(\w+)\)/u, '$1');
  const [, name = '', type] = /^[*.&\s]*([\w$]+)\??\s*(?::\s*([^=]+))?/u.exec(plain) ?? [];
  return { name: name === '' ? part.slice(0, 40) : name, type: plainType(type ?? '') };
}

/** `a, b string`: the type stands at the last of them. */
function shareTypes(parameters: readonly OutlineParameter[]): readonly OutlineParameter[] {
  let type: string | null = null;
  return parameters
    .toReversed()
    .map((parameter) => {
      type = parameter.type ?? type;
      return { ...parameter, type };
    })
    .toReversed();
}

/** The name of a type without pointers, generics and nullability; null where there is none. */
export function plainType(text: string): string | null {
  const [name = ''] = /[\w$.\\]+/u.exec(text.replace(/^[:\s*&?]+|^(?:readonly|final|const|static)\s+/gu, '')) ?? [];
  return name === '' ? null : name.replace(/^\\/u, '');
}
