/**
 * Finds the template file that a page is rendered from and returns its path if it writes a given variable without escaping (Jinja,
 * Django, Twig, EJS, Handlebars, Pug, Blade, Thymeleaf), else null. Called by ast-grep.ts for rules that name a template.
 */
import type { Snapshot } from '../../ports/repository.ts';

const MAX_TEMPLATES = 3;
const MAX_CHARACTERS = 500_000;
const ENDINGS = ['', '.html', '.ejs', '.hbs', '.handlebars', '.mustache', '.pug', '.jade', '.twig', '.blade.php'];
const NAME = /^[\w./-]{1,200}$/u;
const KEY = /^\w{1,80}$/u;
/** Filters and calls that make the rest of an expression harmless. */
const ESCAPES = /escape|sanitiz|purify|bleach|striptags|tojson|json_encode|nl2br\(e\(|\|\s*e\b|urlize|intcomma/iu;

/** The path of a template that writes the variable as it is, or null. */
export async function findRawTemplate(
  snapshot: Snapshot,
  name: string,
  key: string,
  from: string,
): Promise<string | null> {
  if (!NAME.test(name) || !KEY.test(key)) return null;
  for (const path of findTemplates(await snapshot.paths(), name, from)) {
    const read = await snapshot.read(path);
    if (read.kind === 'text' && read.text.length <= MAX_CHARACTERS && writesRaw(read.text, key)) return path;
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

/** Whether a template writes a variable, or a part of it, as markup. */
export function writesRaw(template: string, key: string): boolean {
  const part = String.raw`${key}(?:\.\w+|\[[^\]\n]{0,40}\])*`;
  const raw = [
    String.raw`\{\{-?\s*${part}\s*(?:\|[^{}|]{1,60})*?\|\s*(?:safe|raw)\b[^{}]{0,60}\}\}`,
    String.raw`<%-\s*${part}\s*-?%>`,
    String.raw`\{\{(?:\{|&)\s*${part}\s*\}`,
    String.raw`!\{\s*${part}\s*\}|^[\w.#() \t]*!=\s*${part}\s*$`,
    String.raw`\{!!\s*\$${key}\b[^{}\n]{0,60}!!\}`,
    String.raw`\bth:utext\s*=\s*["']\$\{${part}\}`,
  ].join('|');
  const found = template.match(new RegExp(raw, 'gmu')) ?? [];
  return found.some((place) => !ESCAPES.test(place)) || isUnescapedBlock(template, part);
}

const OPEN = /\{%-?\s*autoescape\s+(?:false|off)\s*-?%\}/gu;

/** `{% autoescape off %}{{ name }}{% endautoescape %}` */
function isUnescapedBlock(template: string, part: string): boolean {
  const printed = new RegExp(String.raw`\{\{-?\s*${part}\s*-?\}\}`, 'u');
  return [...template.matchAll(OPEN)].some(({ index }) => {
    const close = template.indexOf('endautoescape', index);
    return close > 0 && printed.test(template.slice(index, close));
  });
}
