/**
 * Finds values behind names that promise a secret (`password: …`) in code, settings, markup, SQL, shell and columns, and returns
 * their spans. Reads a bounded way behind each name, so time grows with the text's length. Called by find-secrets.ts.
 */
import { isScrambled, isSecretValue, promisesPassword, type Writing } from './secret-value.ts';

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

const PROMISE =
  /passw(?:or)?d|passwort|kennwort|wachtwoord|contrase(?:ñ|n)a|mot[_-]?de[_-]?passe|passphrase|passcode|(?<![a-z])pass(?![a-z])|(?:store|key|root|admin|user|db|smtp|ftp)pass(?![a-z])|pass(?=["']?\s*[:=])|pwd|(?<![a-z])(?:psk|pw)(?![a-z])|secret|token|credential|(?:api|access|private|auth|encryption|encrypt|signing|master|shared|account|client|session|license|storage|admin|deploy|webhook|hmac|aes|rsa|ssh|ssl|tls|jwt|crypt(?:o|ography)?|hash|cipher|validation|decryption|primary|secondary|functions?|maps|subscription)[_. -]?key|connection[_.-]?string|identified (?:with \w{1,40} )?by|requirepass|masterauth|(?<![a-z])(?:auth|jwt|dsn|sig|signature|salt|mnemonic|session[_.-]?id|sessid|otp)(?![a-z])/giu;
const MAX_NAME_CHARS = 60;
const MAX_VALUE_CHARS = 4096;

const QUOTE = String.raw`(?:[bBrRuUfFLN@$]{0,2}|\(\s{0,40}|new\s\w{1,30}\(|\[\]byte\(|[A-Z]\w{1,20}-\w{1,30}\s|(?:\w{1,30}(?:\.|::)){0,4}\w{1,30}\()[bBrR]?(?<quote>"""|'''|["'\x60])`;
const TYPE = String.raw`(?:[ \t]*:[ \t]*(?:&(?:'\w{1,20}[ \t])?(?:mut[ \t])?|\*)?[A-Za-z[][\w.<>|[\]?*&]{0,40}(?:[ \t]\w{1,20})?|[ \t]+[Aa]s[ \t]+\w{1,30}|[ \t]+(?:string|String|str|char|varchar|text))?`;
const GIVEN = String.raw`(?:=>|:=|\|\|=|\?\?=|[!=]={1,2}|=|::?:?|,|\|\||\?\?|\+=|<-|<<<)`;
/** `apiKey = "…"`, `"password": "…"`, `:secret => "…"`, `getenv("API_KEY", "…")`. */
const ASSIGNED = new RegExp(
  String.raw`[ \t]?["'\x60]?[\])}]?[?!]?(?:\[\])?${TYPE}\s{0,20}${GIVEN}\s{0,40}${QUOTE}`,
  'dyu',
);
/** `setPassword("…")`, `password.equals("…")`. */
const CALLED = new RegExp(String.raw`(?:\.\w{1,30})?\(\s{0,10}${QUOTE}`, 'dyu');
/** `PASSWORD '…'`, `--token "…"`. */
const SPACED = /["'`]?[ \t]{1,8}(?:PIC[ \t]{1,8}\S{1,20}[ \t]{1,8}VALUE[ \t]{1,8})?(?<quote>["'])/duy;
/** `password = [[…]]` of Lua, `q{…}` of Perl. */
const BRACED = /["']?[ \t]{0,8}(?:=>|=|,)[ \t]{0,8}(?:\[\[|qq?[{([|<])(?<value>[^\]})|>\n]{4,1024})/duy;
/** `<key>apiKey</key>` and `<string>…</string>`, `<string name="api_key">…</string>`, `<td>password</td><td>…</td>`. */
const NEXT_ELEMENT =
  /(?:<\/\w{1,20}>\s{0,40}<(?:string|t[dh]|dd)\b[^<>\n]{0,60}>(?:<code>)?|["'][^<>\n]{0,60}>)(?<value>[^<>\n]{4,1024})<\/(?:string|t[dh]|dd|code)>/duy;
/** `| admin password | … |`. */
const CELL = /[ \t]{0,4}\|[ \t]{0,4}`?(?<value>[^\s|`]{6,200})`?[ \t]{0,4}(?=\|)/duy;
/** In a sentence: `the api key is …`, `**Token:** …`. */
const SAID = /[*`]{0,3}:?[*`]{0,3}[ \t]{1,12}(?:(?:is|was|of)[ \t]{1,3})?["'`*]{0,3}(?<value>[\w+/=-]{16,400})/duy;
/** `<password>…</password>`. */
const ELEMENT = /(?:\s[^<>\n]{0,100})?>[ \t]{0,20}(?:<!\[CDATA\[)?(?<value>[^<>\n\]]{1,1024})/duy;
/** `<add key="DbPassword" value="…"/>`, `{ name = "token", value = "…" }`. */
const BESIDE = /["'][^<>\n]{0,120}?\b(?:value|content|default)["']?\s{0,5}[=:]\s{0,5}(?<quote>["'])/diuy;
/** Over two lines: `- name: DB_PASSWORD` and `value: …`. */
const BELOW =
  /["']?,?[ \t]{0,20}\r?\n[ \t]{0,60}["']?value["']?[ \t]{0,8}[:=][ \t]{0,8}(?:(?<quote>["'])|(?<value>[^\s"'#|>]\S{0,1024}))/diuy;
/** `variable "db_password" { … default = "…" }`. */
const DEFAULTED = /["']?\s{0,10}\{[^{}]{0,500}?\bdefault\s{0,20}=\s{0,20}(?<quote>["'])/duy;
const BARE = /["'`]?[ \t]{0,4}(?::=|=|:)[ \t]{0,4}(?<value>[^\s"'`;,&<>(){}[\]|]{4,1024})/duy;
const SETTING =
  /["']?[ \t]{0,20}(?::=|=|::?)[ \t]{0,20}(?:!!?(?!(?:Ref|Sub|GetAtt|ImportValue|secret|env|include)\b)\w{0,20}[ \t]{1,4})?(?<value>[^\s"'`#|>&*!{[]\S{0,1024}(?:[ \t][^\n]{0,80})?)/duy;
/** `password = {hT7…}`: alone behind its name, though it begins like a list. */
const IN_SIGNS = /["']?[ \t]{0,20}[:=][ \t]{0,20}(?<value>[[{(<&*!][^\s"'`]{7,400})[ \t]{0,20}(?=\r?\n|$)/duy;
/** A word of its own behind its name, with whatever signs. */
const WORD = /["'`]?\]?[ \t]{0,20}(?:=>|:=|[:= ])[ \t]{0,20}(?<value>[^\s"'`]{8,200})/duy;
/** What stands for a variable that is not set: `${X:-…}`, `{env:X:{env:Y:…}}`. */
const UNSET =
  /["'`]?[ \t]{0,8}[:=][ \t]{0,8}["'`]?(?:[$#]?\{(?:env:)?[\w.]{1,60}(?::[-=?]?|[-=?])){1,4}(?<value>[^\s"'`{}$]{4,200})\}/duy;
/** What is taken where a setting is missing: `process.env.X || '…'`, `os.getenv("X", "…")`. */
const OTHERWISE =
  /["'`]?\]?[ \t]{0,8}(?:=>|:=|=|:)[ \t]{0,8}[^\n;]{0,60}?(?:env|ENV|config|settings|options?|args?|argv|params?|get)\b[^\n;]{0,80}?(?:\|\||\?\?|\?:|\bor\b|,)[ \t]{0,8}(?<quote>["'`])/duy;
/** A text over several lines, further in than its name. */
const BLOCK = /["']?[ \t]{0,8}:[ \t]{0,8}[|>][+-]?\d?[ \t]{0,8}\r?\n/duy;
const FLAG = /(?:=|[ \t]{1,4})(?<value>[^\s"'`;|&<>()$][^\s"'`;|&<>()]{3,1024})/duy;
const WORD_BEHIND = /[ \t]{1,8}["']?(?<value>[^\s"']{4,1024})/duy;

export interface Surroundings {
  /** A file in which everything behind a name is its value. */
  readonly isSettings: boolean;
  /** A file that names accounts, each with a password behind the word. */
  readonly isNetrc: boolean;
  /** A file of lines with a name, a blank and a value. */
  readonly isDirectives: boolean;
}

/** `PASSWORDS = ['…', '…']`, `tokens: { prod: '…' }`, and a list below its name. */
const LISTED =
  /\b(?<name>\w{0,40}(?:passwords?|(?<![a-z])pws?|secrets?|tokens?|keys?|credentials))["']?\s{0,4}[:=]\s{0,4}(?<body>[[{](?:[^[\]{}"']|"[^"\n]{0,400}"|'[^'\n]{0,400}'){1,2000}[\]}]|(?:\r?\n[ \t]+(?:-[ \t]+|[\w.-]{1,60}:[ \t]+)[^\n]{4,400}){1,50})/dgiu;
const ITEM = /["'](?<quoted>[^"'\s]{8,400})["']|(?:-|:)[ \t]+(?<bare>[^\s"'#]{8,400})[ \t]*(?=\r?\n|$)/dgu;

/** As `matchAll`, which makes a copy of the pattern for every text: most of the time where texts are short. `pattern` is global. */
export function listMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return found;
}

/** A named part of a match: where it stands, and what it says. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The first of these parts that the match has; empty where it has none. Its pattern tells places (flag `d`). */
export function partOf({ input, indices }: RegExpExecArray, ...names: readonly string[]): Part {
  const [start, end] = names.map((name) => indices?.groups?.[name]).find((place) => place !== undefined) ?? [0, 0];
  return { start, end, text: input.slice(start, end) };
}

export function findListedSecrets(text: string): readonly SecretSpan[] {
  if (!/[:=]/u.test(text)) return [];
  return listMatches(text, LISTED).flatMap((match) => {
    const name = partOf(match, 'name').text.replace(/s$/iu, '');
    const body = partOf(match, 'body');
    return listMatches(body.text, ITEM).flatMap((item) => {
      const { start, end, text: value } = partOf(item, 'quoted', 'bare');
      return isSecretValue(name, value, 'quoted')
        ? [{ start: body.start + start, end: body.start + end, kind: kindOf(name) }]
        : [];
    });
  });
}

/** `INSERT INTO users (name, password) VALUES ('bob', '…')`: the value stands where its column does. */
const INSERT =
  /\binsert\s{1,8}into\s{1,8}[\w."`[\]]{1,80}\s{0,8}\((?<columns>[^()]{1,1000})\)\s{0,8}values\s{0,8}(?<rows>\([^;]{1,20000})/dgiu;
const CELL_OF_ROW = /\(|,|'(?<text>(?:[^'\\]|''|\\.){0,2000})'|\)/dgu;

export function findInsertedSecrets(text: string): readonly SecretSpan[] {
  return listMatches(text, INSERT).flatMap((match) => {
    const columns = partOf(match, 'columns')
      .text.split(',')
      .map((column) => column.replace(/[\s"`[\]]/gu, ''));
    const rows = partOf(match, 'rows');
    let at = 0;
    return listMatches(rows.text, CELL_OF_ROW).flatMap((part) => {
      if (!part[0].startsWith("'")) {
        at = part[0] === ',' ? at + 1 : 0;
        return [];
      }
      const name = columns[at] ?? '';
      const { start, end, text: value } = partOf(part, 'text');
      return promises(name) && isSecretValue(name, value, 'quoted')
        ? [{ start: rows.start + start, end: rows.start + end, kind: kindOf(name) }]
        : [];
    });
  });
}

/** Whether a name says that its value is a secret. */
export const promises = (name: string): boolean => {
  PROMISE.lastIndex = 0;
  return PROMISE.test(name);
};

/** The cells of a column whose head promises a secret. */
export function findColumnSecrets(text: string): readonly SecretSpan[] {
  const [head = '', ...lines] = text.split('\n');
  const separator = [',', ';', '\t'].find((each) => head.includes(each));
  if (separator === undefined) return [];
  const columns = head.split(separator).map((name) => name.replace(/["\s]/gu, ''));
  const found: SecretSpan[] = [];
  let at = head.length + 1;
  for (const line of lines) {
    let from = at;
    for (const [index, cell] of line.split(separator).entries()) {
      const value = cell.trim().replace(/^"|"$/gu, '');
      const name = columns[index] ?? '';
      const start = from + cell.indexOf(value);
      if (value !== '' && promises(name) && isSecretValue(name, value, 'setting'))
        found.push({ start, end: start + value.length, kind: kindOf(name) });
      from += cell.length + 1;
    }
    at += line.length + 1;
  }
  return found;
}

export function findNamedSecrets(text: string, around: Surroundings): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let behind = 0;
  PROMISE.lastIndex = 0;
  for (let match = PROMISE.exec(text); match !== null; match = PROMISE.exec(text)) {
    if (match.index < behind) continue;
    const start = findNameStart(text, match.index);
    const end = findNameEnd(text, match.index + match[0].length);
    behind = end;
    PROMISE.lastIndex = Math.max(end, match.index + 1);
    const span = readValue(text, { start, end, name: text.slice(start, end) }, around);
    if (span === null) continue;
    found.push(span);
    // What the value says is no further name.
    if (span.end > PROMISE.lastIndex) PROMISE.lastIndex = span.end;
  }
  return found;
}

/** Far enough to see what a line begins with. */
const MAX_LINE_HEAD = 200;

/** Where the line begins; a long line as far back as it is looked at. */
function findLineStart(text: string, at: number): number {
  const from = Math.max(0, at - MAX_LINE_HEAD);
  return from + text.slice(from, at).lastIndexOf('\n') + 1;
}

const isNamePart = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

function findNameStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < MAX_NAME_CHARS) {
    const code = text.charCodeAt(at - 1);
    if (!(isNamePart(code) || code === 45 || code === 46)) break;
    at -= 1;
  }
  return at;
}

function findNameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < MAX_NAME_CHARS) {
    const code = text.charCodeAt(at);
    if (!(isNamePart(code) || ((code === 45 || code === 46) && isNamePart(text.charCodeAt(at + 1))))) break;
    at += 1;
  }
  return at;
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export const kindOf = (name: string): string => {
  if (promisesPassword(name)) return 'password';
  if (/token|jwt|bearer/iu.test(name)) return 'token';
  if (/key/iu.test(name)) return 'key';
  if (/connection|dsn/iu.test(name)) return 'connection-string';
  return 'secret';
};

function readValue(text: string, named: Named, around: Surroundings): SecretSpan | null {
  const { name, end } = named;
  if (!(name.startsWith('-') || isElement(text, named) || FOLLOWS.test(text.slice(end, end + 80))))
    return readBehind(text, named, around);
  const word = promisesPassword(name) ? readScrambled(text, named) : null;
  if (word !== null) return word;
  for (const read of READINGS) {
    const value = read(text, named, around);
    if (value !== null) return value;
  }
  return null;
}

/** Before signs in it are taken for its end. */
function readScrambled(text: string, { end, name }: Named): SecretSpan | null {
  WORD.lastIndex = end;
  const match = WORD.exec(text);
  if (match === null) return null;
  const { start, text: word } = partOf(match, 'value');
  const value = word.replace(/[&;][\w.-]{1,40}=.*$|[,;]+$/u, '');
  return isScrambled(value) && isSecretValue(name, value, 'bare')
    ? { start, end: start + value.length, kind: kindOf(name) }
    : null;
}

type Reading = (text: string, named: Named, around: Surroundings) => SecretSpan | null;

/** The ways to write a value behind its name; the first that fits is meant. */
const READINGS: readonly Reading[] = [
  ...[ASSIGNED, CALLED, SPACED, BESIDE, BELOW].map(
    (pattern): Reading =>
      (text, named) =>
        readQuoted(text, pattern, named),
  ),
  (text, named) => (isElement(text, named) ? readGroup(text, ELEMENT, named, 'setting') : null),
  (text, named) => readGroup(text, UNSET, named, 'quoted'),
  (text, named) => readQuoted(text, OTHERWISE, named),
  (text, named) => readGroup(text, BRACED, named, 'quoted'),
  (text, named) => readGroup(text, NEXT_ELEMENT, named, 'quoted'),
  (text, named) => (isTableRow(text, named) ? readGroup(text, CELL, named, 'quoted') : null),
  (text, named) => (isVariable(text, named) ? readQuoted(text, DEFAULTED, named) : null),
  (text, named, { isSettings }) => (isSettings ? readBlock(text, named) : null),
  (text, named, { isSettings }) => (isSettings ? readGroup(text, IN_SIGNS, named, 'setting') : null),
  (text, named) => (named.name.startsWith('-') ? readGroup(text, FLAG, named, 'setting') : null),
  (text, named, around) => readBehind(text, named, around),
  (text, named, { isSettings }) =>
    isSettings
      ? (readGroup(text, isWithinBraces(text, named) ? BARE : SETTING, named, 'setting') ??
        // Something else stands behind it on its line.
        readGroup(text, BARE, named, 'bare'))
      : readGroup(text, BARE, named, isShellLine(text, named) ? 'setting' : 'bare'),
];

/** What stands before a name in its line, as far as one looks back. */
const MAX_BACK = 2_000;
const before = (text: string, { start }: Named): string =>
  text.slice(Math.max(findLineStart(text, start), start - MAX_BACK), start);

const isTableRow = (text: string, named: Named): boolean => /^[ \t]*\|/u.test(before(text, named));

/** `{ user: a, password: …, port: 1 }`. */
const isWithinBraces = (text: string, named: Named): boolean => {
  const line = before(text, named);
  return (
    line.lastIndexOf('{') !== -1 &&
    /^[^{}]*$/u.test(line.slice(Math.max(line.lastIndexOf('{'), line.lastIndexOf(',')) + 1))
  );
};

const isVariable = (text: string, { start }: Named): boolean =>
  /variable\s+"$/u.test(text.slice(Math.max(0, start - 20), start));

/** `<password …>`, `<ns:password …>`. */
const isElement = (text: string, { start }: Named): boolean => /[<:]/u.test(text[start - 1] ?? '');

/** What can stand between a name and its value. */
const FOLLOWS =
  /^\s{0,20}["'`\])}?!:=,|(<>+{[]|^[ \t]{0,20}\r?\n[ \t]{0,40}["']?value\b|^[ \t]+(?:string|String|str|char|varchar|text|[Aa]s|PIC)\b|^\.\w{1,20}\(/u;

const readBehind = (text: string, named: Named, around: Surroundings): SecretSpan | null => {
  if (isBehindWord(text, named, around)) return readGroup(text, WORD_BEHIND, named, 'setting');
  return /[\s*`/"']/u.test(text[named.start - 1] ?? ' ') ? readSaid(text, named) : null;
};

/** Only what no sentence says: long, and of letters and digits that take turns. */
function readSaid(text: string, named: Named): SecretSpan | null {
  const span = readGroup(text, SAID, named, 'quoted');
  return span !== null && /\d/u.test(text.slice(span.start, span.end)) ? span : null;
}

/** `machine … login … password …`, `requirepass …`, `ENV TOKEN …`. */
const isBehindWord = (text: string, { start, end, name }: Named, { isNetrc, isDirectives }: Surroundings): boolean => {
  if (/^(?:requirepass|masterauth)$/iu.test(name)) return true;
  const line = text.slice(findLineStart(text, start), start);
  return (
    (/^(?:password|passwd)$/iu.test(name) && (isNetrc || /\b(?:machine|login)\s+\S+\s+$/u.test(line))) ||
    /^\s*ENV\s+$|\bconfig(?:ure)? set\s+$/u.test(line) ||
    (isDirectives && /^\s*$/u.test(line) && /^[ \t]{1,8}\S{6,}[ \t]*(?:\r?\n|$)/u.test(text.slice(end, end + 300)))
  );
};

/** `export DB_PASSWORD=…`, and a line that is nothing but a variable in capitals. */
function isShellLine(text: string, { start, end, name }: Named): boolean {
  if (text[end] !== '=') return false;
  const from = findLineStart(text, start);
  if (start - from > 60) return false;
  const line = text.slice(from, start);
  return (
    /^\s*(?:-\s+|RUN\s+)?(?:export|set|setx|ENV|ARG|declare(?:\s-x)?|local|readonly|env)\s+$/u.test(line) ||
    (/^\s*$/u.test(line) && /^[A-Z][A-Z0-9_]*$/u.test(name))
  );
}

function readQuoted(text: string, pattern: RegExp, { end, name }: Named): SecretSpan | null {
  pattern.lastIndex = end;
  const match = pattern.exec(text);
  if (match === null) return null;
  const { text: quote } = partOf(match, 'quote');
  if (quote === '') return toSpan(partOf(match, 'value'), name, 'setting');
  const start = match.index + match[0].length;
  const close = findClose(text, start, quote);
  return toSpan({ start, end: close, text: text.slice(start, close) }, name, 'quoted');
}

/** Where the quotes end; else where the line does, or what a value may be long. */
function findClose(text: string, start: number, quote: string): number {
  const last = Math.min(text.length, start + MAX_VALUE_CHARS);
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 10 && quote.length === 1 && quote !== '`') return at;
    else if (code === quote.charCodeAt(0) && text.startsWith(quote, at)) return at;
  }
  return last;
}

function readGroup(text: string, pattern: RegExp, { end, name }: Named, writing: Writing): SecretSpan | null {
  pattern.lastIndex = end;
  const match = pattern.exec(text);
  if (match === null) return null;
  const part = partOf(match, 'value');
  if (writing === 'bare' && /^[([]/u.test(text[part.end] ?? '')) return null;
  return toSpan(part, name, writing);
}

/** Without blanks around it, a comment behind it, quotes that a cut left or a comma. */
function toSpan({ start: from, text: raw }: Part, name: string, writing: Writing): SecretSpan | null {
  const value = (
    writing === 'setting' ? raw.replace(/(?<!\s)\s+[#;]\s.*$/u, '').replace(/(?<!["',;])["',;]+\s*$/u, '') : raw
  ).trimEnd();
  const start = from + (value.length - value.trimStart().length);
  if (!isSecretValue(name, value.trim(), writing)) return null;
  return { start, end: from + value.length, kind: kindOf(name) };
}

/** The lines of a YAML block behind a name. */
function readBlock(text: string, { start, end, name }: Named): SecretSpan | null {
  BLOCK.lastIndex = end;
  const head = BLOCK.exec(text);
  if (head === null) return null;
  const indent = start - findLineStart(text, start);
  const from = head.index + head[0].length;
  let to = from;
  while (to < text.length && to - from < 4 * MAX_VALUE_CHARS) {
    const next = text.indexOf('\n', to);
    const line = text.slice(to, next < 0 ? text.length : next);
    if (line.trim() !== '' && line.search(/\S/u) <= indent) break;
    to = next < 0 ? text.length : next + 1;
  }
  const value = text.slice(from, to);
  const first = value.trim().split(/\s+/u)[0] ?? '';
  if (value.trim() === '' || !(value.trim().length > 40 || isSecretValue(name, first, 'setting'))) return null;
  return { start: from + value.search(/\S/u), end: from + value.trimEnd().length, kind: kindOf(name) };
}
