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

/** Code that a browser runs on an event or behind a link. */
const HANDLER =
  /(?<=\s)(?:on[a-z]{3,30} ?= ?|(?:xlink:)?(?:href|src|action|formaction) ?= ?(?=["']\s{0,20}javascript:))(?:"(?<double>[^"]+)"|'(?<single>[^']+)')/giu;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

interface Kept {
  readonly index: number;
  /** As long as what it stands for. */
  readonly code: string;
  readonly end: number;
}

/** `v-html="text"` reads as `;$html(text)`. */
function readDirective({ index, 0: whole, groups = {} }: RegExpExecArray): Kept {
  const code = groups.code ?? groups.tag ?? '';
  const call = groups.name?.endsWith('href') ? ';$link(' : ';$html(';
  return { index, code: `${call.padStart(whole.length - code.length - 1)}${code})`, end: index + whole.length };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&amp;&amp;': '&&',
};

/** `onclick="run()"` reads as `;run();`. */
function readHandler({ index, 0: whole, groups = {} }: RegExpExecArray): Kept {
  const code = (groups.double ?? groups.single ?? '').replace(
    /&amp;&amp;|&(?:quot|apos|lt|gt|amp|#34|#39);/gu,
    (entity) => (ENTITIES[entity] ?? '').padStart(entity.length),
  );
  return { index, code: `${';'.padEnd(whole.length - code.length - 1)}${code};`, end: index + whole.length };
}

/** Tags of an EJS template: `<%= name %>` reads as `name;`, and a statement goes on in the next tag. */
function* readEjs(template: string): Generator<Kept> {
  let end = 0;
  for (let index = template.indexOf('<%'); index >= 0; index = template.indexOf('<%', end)) {
    const close = template.indexOf('%>', index + 2);
    if (close < 0) return;
    end = close + 2;
    const mark = /^[-=_%#]?/u.exec(template.slice(index + 2, index + 3))?.[0] ?? '';
    if (mark === '%' || mark === '#') continue;
    const inside = template.slice(index + 2 + mark.length, close).replace(/[-_]$/u, ' ');
    const isWhole = mark === '-' || mark === '=' || !/[{}(),;:]$/u.test(inside.trimEnd());
    yield { index, code: `${blank(`<%${mark}`)}${inside}${isWhole ? '; ' : '  '}`, end };
  }
}

/** Markup with nothing left but the code in it, each piece where it was. */
function keepCode(markup: string, isEjs: boolean): { readonly text: string; readonly hasCode: boolean } {
  const kept = [
    ...[...markup.matchAll(DIRECTIVE)].map(readDirective),
    ...[...markup.matchAll(HANDLER)].map(readHandler),
    ...(isEjs ? readEjs(markup) : []),
  ].sort((a, b) => a.index - b.index);
  let out = '';
  let at = 0;
  for (const { index, code, end } of kept) {
    if (index < at) continue;
    out += blank(markup.slice(at, index)) + code;
    at = end;
  }
  return { text: out + blank(markup.slice(at)), hasCode: kept.length > 0 };
}

/** Null where the page holds no script code. Of an EJS template what the server runs is code too. */
export function extractScripts(page: string, isEjs = false): string | null {
  let out = '';
  const keepMarkup = (from: number, to: number): void => {
    const { text, hasCode } = keepCode(page.slice(from, to), isEjs);
    out += text;
    found ||= hasCode;
  };
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
    keepMarkup(at, start);
    out += page.slice(start, end);
    found ||= page.slice(start, end).trim() !== '';
    at = end;
    read = end;
  }
  keepMarkup(at, page.length);
  return found ? out : null;
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
