/**
 * Finds the template file that a page is rendered from and returns where it writes a given variable without escaping (Jinja, Django,
 * Twig, EJS, Handlebars, Pug, Blade, Thymeleaf), null where it does not. Called by ast-grep.ts for rules that name a template.
 */
import type { Snapshot } from '../../ports/repository.ts';

const MAX_TEMPLATES = 3;
const MAX_CHARACTERS = 500_000;
const ENDINGS = ['', '.html', '.ejs', '.hbs', '.handlebars', '.mustache', '.pug', '.jade', '.twig', '.blade.php'];
const NAME = /^[\w./-]{1,200}$/u;
const KEY = /^\w{1,80}$/u;
/** Filters and calls that make the rest of an expression harmless. */
const ESCAPES = /escape|sanitiz|purify|bleach|striptags|tojson|json_encode|nl2br\(e\(|\|\s*e\b|urlize|intcomma/iu;

export interface RawPlace {
  readonly path: string;
  readonly line: number;
}

/** Where a template writes the variable as it is, or null. */
export async function findRawTemplate(
  snapshot: Snapshot,
  name: string,
  key: string,
  from: string,
): Promise<RawPlace | null> {
  if (!NAME.test(name) || !KEY.test(key)) return null;
  for (const path of findTemplates(await snapshot.paths(), name, from)) {
    const read = await snapshot.read(path);
    if (read.kind !== 'text' || read.text.length > MAX_CHARACTERS) continue;
    const at = findRaw(read.text, key);
    if (at !== null) return { path, line: read.text.slice(0, at).split('\n').length };
  }
  return null;
}

/** Templates that may be meant, those nearest to the file that names them first. */
function findTemplates(paths: ReadonlySet<string>, name: string, from: string): readonly string[] {
  const plain = name.replace(/^\.?\//u, '');
  const names = [plain, ...(plain.includes('/') ? [] : [plain.replaceAll('.', '/')])];
  const wanted = names.flatMap((each) => ENDINGS.map((ending) => `/${each}${ending}`));
  return [...paths]
    .filter((path) => path !== from && wanted.some((end) => `/${path}`.endsWith(end)))
    .toSorted((a, b) => shared(b, from) - shared(a, from) || (a < b ? -1 : 1))
    .slice(0, MAX_TEMPLATES);
}

/** How many folders two paths have in common. */
function shared(path: string, other: string): number {
  const folders = other.split('/');
  const at = path.split('/').findIndex((folder, index) => folder !== folders[index]);
  return at < 0 ? folders.length : at;
}

/** Where a template writes a variable, or a part of it, as markup; null where it does not. */
export function findRaw(template: string, key: string): number | null {
  const part = String.raw`${key}(?:\.\w+|\[[^\]\n]{0,40}\])*`;
  const raw = [
    String.raw`\{\{-?\s*${part}\s*(?:\|[^{}|]{1,60})*?\|\s*(?:safe|raw)\b[^{}]{0,60}\}\}`,
    String.raw`<%-\s*${part}\s*-?%>`,
    String.raw`\{\{(?:\{|&)\s*${part}\s*\}`,
    String.raw`!\{\s*${part}\s*\}|^[\w.#() \t]*!=\s*${part}\s*$`,
    String.raw`\{!!\s*\$${key}\b[^{}\n]{0,60}!!\}`,
    String.raw`\bth:utext\s*=\s*["']\$\{${part}\}|\[\(\s*\$\{${part}\}\s*\)\]`,
  ].join('|');
  const found = [...template.matchAll(new RegExp(raw, 'gmu'))].find(([place]) => !ESCAPES.test(place));
  return found?.index ?? findUnescapedBlock(template, part);
}

const OPEN = /\{%-?\s*autoescape\s+(?:false|off)\s*-?%\}/gu;

/** Where `{% autoescape off %}{{ name }}{% endautoescape %}` begins. */
function findUnescapedBlock(template: string, part: string): number | null {
  const printed = new RegExp(String.raw`\{\{-?\s*${part}\s*-?\}\}`, 'u');
  const block = [...template.matchAll(OPEN)].find(({ index }) => {
    const close = template.indexOf('endautoescape', index);
    return close > 0 && printed.test(template.slice(index, close));
  });
  return block?.index ?? null;
}
