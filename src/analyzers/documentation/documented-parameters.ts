/**
 * Observes doc comments and Python docstrings that describe a parameter which the function does not have. Reads `@param` blocks of C-like
 * languages and `:param` or `Args:` of Python; at most one observation per function. Called by documentation.ts.
 */
import type { MaskedSource } from '../source-text/mask-source.ts';
import { type Parameter, readParameters } from '../source-text/parameter-list.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

const BLOCK_LANGUAGES = new Set('javascript typescript tsx java kotlin php c cpp scala dart swift'.split(' '));
const HEADER_CHARS = 400;
const DOC_CHARS = 20_000;
/** After so many lists that do not close, the file is no code. */
const OPEN_LISTS = 50;
const HEADER =
  /^(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:[\w$<>[\],.?*&:]+\s+){0,8}?\*?([\w$#~]+)\s*(?:(?::[^=(){};]*)?=\s*(?:async\s*)?(?:function\b\s*\*?\s*[\w$]*)?)?\s*(?:<[^()]*>)?\s*\(/u;
const NOT_A_FUNCTION =
  /^(?:if|for|while|switch|return|new|catch|import|require|throw|await|assert|extends|typeof|keyof|infer)$/u;
const OTHER_TAGS = /@(?:overload|callback|typedef|template|function|method|event)\b/u;

interface DocumentedFunction {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly documented: readonly { readonly name: string; readonly line: number }[];
}

export function observeDocumentedParameters(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  const { language } = document;
  const functions = language === 'python' ? readDocstrings(document, masked) : readDocBlocks(document, masked);
  return functions.flatMap((each) => judge(document, each));
}

function judge(document: TextDocument, { name, parameters, documented }: DocumentedFunction): readonly Observation[] {
  const names = new Set(parameters.map((parameter) => plainName(parameter.name ?? '')));
  const patterns = parameters.filter((parameter) => parameter.name === null).length;
  // Without parameters a function may read `arguments`; the documented one may be among those that `...rest` collects.
  if (parameters.length === 0 || parameters.some(({ isRest }) => isRest)) return [];
  const inPatterns = parameters.map(({ pattern }) => pattern ?? '').join(' ');
  const unknown = documented.filter((each) => !names.has(plainName(each.name)) && !hasWord(inPatterns, each.name));
  const first = unknown[patterns];
  if (!first) return [];
  const list = parameters.map((parameter) => parameter.name ?? '{…}').join(', ');
  return [
    {
      document,
      line: first.line,
      rule: 'documented-parameter-missing',
      // As many are described as there are: one goes by another name, and readers see which.
      severity: documented.length === parameters.length ? 'LOW' : 'MEDIUM',
      category: 'accuracy',
      title: `The comment of ${name} documents a parameter it does not have`,
      issue: `\`${unknown.map((each) => each.name).join('`, `')}\` is documented, but the parameters of \`${name}\` are (${list}).`,
      recommendation:
        'Bring the comment in line with the signature: rename or remove the entry, and describe what is new.',
    },
  ];
}

/** `Req`, `_req` and `req_` mean `req`. */
const plainName = (name: string): string => name.replace(/^[_$]+|[_$]+$/gu, '').toLowerCase();

const hasWord = (text: string, word: string): boolean => text.split(/[^\w$]+/u).includes(word);

// ------------------------------------------------------------------------------------------------ comment blocks

function readDocBlocks(document: TextDocument, masked: MaskedSource): readonly DocumentedFunction[] {
  const { text, language } = document;
  if (language === null || !BLOCK_LANGUAGES.has(language)) return [];
  const found: DocumentedFunction[] = [];
  let failures = 0;
  for (let at = masked.comments.indexOf('/**'); at >= 0 && failures < OPEN_LISTS; ) {
    const end = masked.comments.indexOf('*/', at + 3);
    if (end < 0) break;
    const block = text.slice(at, Math.min(end, at + DOC_CHARS));
    const known =
      block.includes('@param') && !OTHER_TAGS.test(block) ? readHeader(masked.code, end + 2, language) : null;
    if (known === 'open') failures += 1;
    else if (known) found.push({ ...known, documented: readTags(document, block, at, language) });
    at = masked.comments.indexOf('/**', end + 2);
  }
  return found;
}

function readHeader(
  code: string,
  from: number,
  language: string,
): Pick<DocumentedFunction, 'name' | 'parameters'> | 'open' | null {
  const slice = code.slice(from, from + HEADER_CHARS);
  const lead = slice.length - slice.trimStart().length;
  const match = HEADER.exec(slice.trimStart().replace(/\s/gu, ' '));
  const name = match?.[1];
  if (!match || name === undefined || NOT_A_FUNCTION.test(name) || /[;{}]/u.test(match[0])) return null;
  const list = readParameters(code, from + lead + match[0].length - 1, language);
  if (!list) return 'open';
  return { name, parameters: [...list.parameters, ...readOverloads(code, list.end, name, language)] };
}

/** Parameters of the overloads that follow: one comment documents them all. */
function readOverloads(code: string, from: number, name: string, language: string): readonly Parameter[] {
  const parameters: Parameter[] = [];
  const again = new RegExp(
    `^[^;{}]{0,300};?\\s*(?:export |declare |default |static |async )*(?:function )?${escapeName(name)}\\s*(?:<[^()]{0,200}>)?\\(`,
    'u',
  );
  for (let at = from, count = 0; count < 20; count += 1) {
    const match = again.exec(code.slice(at, at + 2 * HEADER_CHARS));
    const list = match ? readParameters(code, at + match[0].length - 1, language) : null;
    if (!list) break;
    parameters.push(...list.parameters);
    at = list.end;
  }
  return parameters;
}

const escapeName = (name: string): string => name.replaceAll('$', '\\$');

function readTags(
  document: TextDocument,
  block: string,
  at: number,
  language: string,
): DocumentedFunction['documented'] {
  const tags: { name: string; line: number }[] = [];
  let margin: number | null = null;
  for (let tag = block.indexOf('@param'); tag >= 0; tag = block.indexOf('@param', tag + 6)) {
    const rest = block.slice(tag + 6, tag + 600);
    const column = tag - block.lastIndexOf('\n', tag);
    margin ??= column;
    // Further in, a tag describes what a callback above it is given.
    if (column > margin + 1) continue;
    const name = language === 'php' ? /^[^\n]*?\$(\w+)/u.exec(rest)?.[1] : readTagName(rest);
    if (name !== undefined) tags.push({ name, line: document.lineAt(at + tag) });
  }
  return tags;
}

/** Skips a `{type}` and an optional bracket; properties (`options.size`) and type parameters are not parameters. */
function readTagName(rest: string): string | undefined {
  const text = rest.replace(/^\[(?:in|out|in,\s?out)\]/u, '').trimStart();
  const typed = text.startsWith('{') ? text.slice(closingBrace(text)).trimStart() : text;
  const name = /^\[?\s?(?:\.\.\.)?([A-Za-z_$][\w$]*)(?![\w$]*[.[])/u.exec(typed)?.[1];
  return name !== undefined && /^(?:The|A|An)$/u.test(name) ? undefined : name;
}

function closingBrace(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

// ------------------------------------------------------------------------------------------------ docstrings

const DEF = /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(/gmu;
const FIELD = /^\s*:param(?:\s+[\w.[\], |]+)?\s+\\?\*{0,2}(\w+)\s*:/u;
const SECTION = /^\s*(?:Args|Arguments|Parameters):\s*$/u;

function readDocstrings(document: TextDocument, masked: MaskedSource): readonly DocumentedFunction[] {
  const found: DocumentedFunction[] = [];
  let failures = 0;
  for (const match of masked.code.matchAll(DEF)) {
    const list = readParameters(masked.code, match.index + match[0].length - 1, 'python');
    if (!list) failures += 1;
    if (failures >= OPEN_LISTS) break;
    if (!list) continue;
    const bodyAt = masked.code.indexOf(':', list.end);
    const head = document.text.slice(bodyAt + 1, bodyAt + 300);
    const quote = /^\s*[rRuU]?("""|''')/u.exec(head);
    if (bodyAt < 0 || !quote?.[1]) continue;
    const start = bodyAt + 1 + quote[0].length;
    const end = document.text.indexOf(quote[1], start);
    const lines = document.text.slice(start, Math.min(end < 0 ? start : end, start + DOC_CHARS)).split('\n');
    found.push({
      name: match[1] ?? '',
      parameters: list.parameters,
      documented: readDocstringNames(lines, document.lineAt(start)),
    });
  }
  return found;
}

function readDocstringNames(lines: readonly string[], firstLine: number): DocumentedFunction['documented'] {
  const names: { name: string; line: number }[] = [];
  let sectionIndent: number | null = null;
  let isInSection = false;
  lines.forEach((line, index) => {
    const field = FIELD.exec(line.slice(0, 300))?.[1];
    if (field !== undefined) names.push({ name: field, line: firstLine + index });
    if (SECTION.test(line.slice(0, 100))) {
      isInSection = true;
      sectionIndent = null;
      return;
    }
    if (!isInSection) return;
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '' || (sectionIndent !== null && indent < sectionIndent)) isInSection = false;
    else sectionIndent ??= indent;
    if (!isInSection || indent !== sectionIndent) return;
    const name = /^\s*\*{0,2}(\w+)\s?(?:\([^()]*\))?:\s/u.exec(`${line.slice(0, 300)} `)?.[1];
    if (name !== undefined) names.push({ name, line: firstLine + index });
  });
  return names;
}
