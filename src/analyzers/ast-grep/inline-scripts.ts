/**
 * Extracts the JavaScript of an HTML, Vue or Svelte page or of a template (EJS, Handlebars and others): scripts, and attributes such as `v-html` as calls; the rest is blanked at the
 * same length, so that offsets stay those of the page. Null where there is none. Called by rule-hosts.ts; fillTags replaces template tags
 * in a script, for ast-grep.ts.
 */
const OPEN = /<script\b/giu;
const CLOSE = /<\/script/giu;
const CODE_TYPE =
  /\btype\s*=\s*["']?(?:module|text\/javascript|application\/javascript|text\/ecmascript|text\/babel)?["']?(?:\s|\/|$)/iu;
const HAS_TYPE = /\btype\s*=/iu;

/** Attributes and tags whose value is an expression that becomes markup, or the address of a link. */
const DIRECTIVE =
  /(?<![\w:-])(?<name>v-html|(?:v-bind)?:(?:innerHTML|innerhtml|href))=(?<quote>["'])(?<code>[^"'\r\n<>]{1,500})\k<quote>|\{@html\s(?<tag>[^{}\r\n]{1,500})\}/gu;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Markup with nothing left but its directives, each as a call: `v-html="text"` reads as `;$html(text)`. */
function keepDirectives(markup: string): string {
  let out = '';
  let at = 0;
  for (const { index, 0: whole, groups = {} } of markup.matchAll(DIRECTIVE)) {
    const code = groups.code ?? groups.tag ?? '';
    const call = groups.name?.endsWith('href') ? ';$link(' : ';$html(';
    const before = whole.length - code.length - 1;
    out += `${blank(markup.slice(at, index))}${call.padStart(before)}${code})`;
    at = index + whole.length;
  }
  return out + blank(markup.slice(at));
}

/** Null where the page holds no script code. */
export function extractScripts(page: string): string | null {
  let out = '';
  let at = 0;
  let read = 0;
  let found = false;
  for (const { index, 0: tag } of page.matchAll(OPEN)) {
    if (index < read) continue;
    const bracket = page.indexOf('>', index);
    if (bracket < 0) break;
    const start = bracket + 1;
    read = start;
    if (!isCode(page.slice(index + tag.length, bracket))) continue;
    const end = findClose(page, start);
    out += keepDirectives(page.slice(at, start)) + page.slice(start, end);
    found ||= page.slice(start, end).trim() !== '';
    at = end;
    read = end;
  }
  out += keepDirectives(page.slice(at));
  return found || /\$(?:html|link)\(/u.test(out) ? out : null;
}

/** Not by the lower case of the page: some letters have a longer one, and every place behind them would be another. */
function findClose(page: string, start: number): number {
  CLOSE.lastIndex = start;
  return CLOSE.exec(page)?.index ?? page.length;
}

const isCode = (attributes: string): boolean => !HAS_TYPE.test(attributes) || CODE_TYPE.test(attributes);

/**
 * Where a template writes a value into an expression (`= {{ x | tojson }}`), which is no code by itself, a name of the same length;
 * statements and comments of the template are blanked. A block `{{ … }}` that is code stays.
 */
export const fillTags = (script: string): string =>
  script
    .replace(
      /\{%[^\n]{0,1000}?%\}|\{#[^\n]{0,1000}?#\}|<%(?![=-])[^\n]{0,1000}?%>|\{\{[#/^!][^\n]{0,1000}?\}\}/gu,
      blank,
    )
    .replace(
      /(?<=[=(,:[?&|+!<>]\s{0,20})(?:\{\{[^\n]{0,1000}?\}\}|<%[=-][^\n]{0,1000}?%>|<\?[^\n]{0,1000}?\?>)/gu,
      (tag) => '_'.repeat(tag.length),
    );
