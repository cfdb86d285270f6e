/**
 * Finds all secrets of a text and returns their spans: known credential formats, private keys, passwords in URLs and headers,
 * values behind telling names (find-named-secrets.ts), also in base64. Linear time, never throws. Called by redactor.ts.
 */
import { type CredentialFormat, listPrefixFormats, type PrefixFormat } from './credential-formats.ts';
import {
  findColumnSecrets,
  findInsertedSecrets,
  findListedSecrets,
  findNamedSecrets,
  listMatches,
  partOf,
  type SecretSpan,
  type Surroundings,
} from './find-named-secrets.ts';
import { findTableSecrets } from './find-table-secrets.ts';
import { readOtherWriting } from './other-writing.ts';
import { isScrambled, isSecretValue, measureEntropyBits } from './secret-value.ts';

export type { SecretSpan } from './find-named-secrets.ts';

/** A body of few different characters is an example: `ghp_xxxxxxxx`. */
const isDull = (value: string): boolean => new Set(value.slice(-24)).size < 6;

const SETTINGS_FILE =
  /(?:^|\/)(?:[^/]*\.(?:env|ya?ml|toml|ini|cfg|conf|cnf|properties|tfvars|netrc|npmrc|pypirc|htpasswd|credentials|service|ldif|nmconnection)|\.env[^/]*|\.(?:netrc|npmrc|pypirc|pgpass|my\.cnf|s3cfg|boto|htpasswd|git-credentials|dockercfg)|_netrc|credentials|Dockerfile[^/]*|[^/]*\.env\.[^/]*)$/iu;
const NETRC_FILE = /(?:^|\/)[._]?netrc$/iu;
/** `prod.env.local` too, and not `a.env.ts`. */
const DOTENV_FILE = /(?:^|\/)(?:\.env[^/]*|[^/]*\.env(?:\.(?!\w?[jt]sx?$)\w+)?)$/iu;

const DIRECTIVES_FILE = /\.(?:conf|cfg|cnf)$/iu;
const COLUMNS_FILE = /\.(?:csv|tsv)$/iu;

const NOWHERE: Surroundings = { isSettings: false, isNetrc: false, isDirectives: false };

const surroundingsOf = (path: string): Surroundings => ({
  isSettings: SETTINGS_FILE.test(path),
  isNetrc: NETRC_FILE.test(path),
  isDirectives: DIRECTIVES_FILE.test(path),
});

/** `path`: the file the text is of; null for any other text. */
export function findSecrets(
  text: string,
  path: string | null,
  formats: readonly CredentialFormat[],
): readonly SecretSpan[] {
  const around = path === null ? NOWHERE : surroundingsOf(path);
  const found = look(text, path, around, formats);
  const other = readOtherWriting(text);
  return mergeSpans([
    ...found,
    ...lookWithin(text, path, around, formats),
    ...(other?.toText(mergeSpans(look(other.plain, path, around, formats))) ?? []),
  ]);
}

/** Texts within the text: the lines that hold escapes, read as what they stand for, every character at its place. */
function lookWithin(
  text: string,
  path: string | null,
  around: Surroundings,
  formats: readonly CredentialFormat[],
): readonly SecretSpan[] {
  if (!ESCAPE.test(text)) return [];
  const lines: { readonly from: number; readonly at: number; readonly length: number }[] = [];
  let plain = '';
  let from = 0;
  for (const line of text.split('\n')) {
    if (ESCAPE.test(line)) {
      lines.push({ from, at: plain.length, length: line.length });
      plain += `${unescapeInPlace(line)}\n`;
    }
    from += line.length + 1;
  }
  let index = 0;
  return mergeSpans(look(plain, path, around, formats)).flatMap((span) => {
    while ((lines[index + 1]?.at ?? plain.length) <= span.start) index += 1;
    const line = lines[index];
    if (line === undefined) return [];
    const shift = line.from - line.at;
    return [{ ...span, start: span.start + shift, end: Math.min(span.end, line.at + line.length) + shift }];
  });
}

const ESCAPE = /\\(?:[nrt"'/]|u000a)|%(?:3d|20|26|3a|22|27|0a|0d|7c|2c|3b)/iu;

/** An escaped line break ends a line, an escaped quote is a quote; nothing moves. */
const unescapeInPlace = (line: string): string =>
  line
    .replace(/\\(?:[nr]|u000a)/giu, (written) => '\n'.padStart(written.length))
    .replace(/\\(["'t/])/gu, (_, kept: string) => (kept === 't' ? '  ' : ` ${kept}`))
    .replace(/%(?:3d|20|26|3a|22|27|0a|0d|7c|2c|3b)/giu, (written) => PLAIN[written.toLowerCase()] ?? '   ');

const PLAIN: Readonly<Record<string, string>> = { '%3d': '  =', '%3a': '  :', '%22': '  "', '%27': "  '" };

function look(
  text: string,
  path: string | null,
  around: Surroundings,
  formats: readonly CredentialFormat[],
): readonly SecretSpan[] {
  return [
    ...findFormats(text, formats),
    ...findPrefixed(text),
    ...findBlocks(text),
    ...findPlaced(text),
    ...findNamedSecrets(text, around),
    ...findListedSecrets(text),
    ...findInsertedSecrets(text),
    ...findSecretResources(text),
    ...findTableSecrets(text),
    ...(path === null ? [] : findByFile(text, path)),
    ...findEncoded(text, formats),
  ];
}

function findFormats(text: string, formats: readonly CredentialFormat[]): readonly SecretSpan[] {
  const lower = text.toLowerCase();
  return formats
    .filter(({ telltale }) => lower.includes(telltale))
    .flatMap(({ kind, pattern }) =>
      listMatches(text, pattern).flatMap((match) => {
        const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
        return isDull(text.slice(start, end)) ? [] : [{ start, end, kind }];
      }),
    );
}

const quote = (text: string): string => text.replace(/[$.]/gu, '\\$&');

interface Prefixes {
  readonly pattern: RegExp;
  readonly byPrefix: ReadonlyMap<string, readonly PrefixFormat[]>;
}

let prefixes: Prefixes | null = null;

/** Longest first: `sk-proj-` before `sk-`. */
function openPrefixes(): Prefixes {
  const longestFirst = listPrefixFormats().toSorted((a, b) => b.prefix.length - a.prefix.length);
  const byPrefix = Map.groupBy(longestFirst, ({ prefix }) => prefix);
  return { byPrefix, pattern: new RegExp(`(?<![A-Za-z0-9_])(?:${[...byPrefix.keys()].map(quote).join('|')})`, 'gu') };
}

function findPrefixed(text: string): readonly SecretSpan[] {
  prefixes ??= openPrefixes();
  const { pattern, byPrefix } = prefixes;
  const found: SecretSpan[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [prefix] = match;
    const at = match.index;
    // A shorter prefix may be meant: `sk-` where `sk-proj-` is not followed by a key.
    for (const { kind, prefix: each, body } of listStarting(prefix, byPrefix)) {
      body.lastIndex = at + each.length;
      const rest = body.exec(text);
      const end = body.lastIndex;
      if (rest === null || isDull(rest[0]) || /[A-Za-z0-9_]/u.test(text[end] ?? '')) continue;
      found.push({ start: at, end, kind });
      pattern.lastIndex = end;
      break;
    }
  }
  return found;
}

const listStarting = (
  prefix: string,
  byPrefix: ReadonlyMap<string, readonly PrefixFormat[]>,
): readonly PrefixFormat[] => [...byPrefix].flatMap(([each, rows]) => (prefix.startsWith(each) ? rows : []));

const ARMOUR =
  /-----BEGIN (?:[A-Z0-9 ]{0,30})PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d:[^\n]*/gu;
const MAX_KEY_CHARS = 40_000;

/** What stands between the armour lines; where the end is missing, as long as it looks like a key. */
function findBlocks(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const match of listMatches(text, ARMOUR)) {
    const from = match.index + match[0].length;
    if (from < (found.at(-1)?.end ?? 0)) continue;
    const body = text.slice(from, from + MAX_KEY_CHARS);
    const close = body.search(/-----END|---- END|Private-MAC/u);
    const key = body.slice(0, close >= 0 ? close : body.search(/[^A-Za-z0-9+/=:,.\s"'\\-]|$/u));
    const bare = key.replace(/\\[nr]|[^A-Za-z0-9+/]/gu, '');
    if (bare.length < 24 || isDull(bare)) continue;
    const start = from + (key.length - key.replace(/^(?:\s|\\[nr]|["'+,])+/u, '').length);
    const end = from + key.replace(/(?:\s|\\[nr]|["'+,])+$/u, '').length;
    found.push({ start, end, kind: 'private-key' });
  }
  return found;
}

/** A password or token by where it stands: in an address, behind a scheme, beside an account of a command or a database. */
const PLACED: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['password', /:\/\/[^\s/:@"'`<>]{0,100}:(?<value>[^\s/@"'`][^\s/"'`]{2,400})@(?=[\w.[-])/dgu],
  ['token', /\/\/(?<value>[A-Za-z0-9_-]{20,200})(?::x-oauth-basic|:)?@[\w.-]{3}/dgu],
  ['token', /\b[Bb]earer[ \t]{1,4}(?<value>[A-Za-z0-9._~+/=-]{12,4000})/dgu],
  ['basic-auth', /\b[Bb]asic[ \t]{1,4}(?<value>[A-Za-z0-9+/=_-]{8,1000})/dgu],
  [
    'token',
    /[Aa]uthorization["']?\s{0,4}[:=,]\s{0,4}["'`]?(?:[A-Za-z][\w-]{2,20}\s{1,4})?(?<value>[A-Za-z0-9._~+/=-]{16,4000})/dgu,
  ],
  ['password', /\s(?:-u|--user|--proxy-user)[= ]["']?[^\s:"'$]{1,100}:(?<value>[^\s"'$]{4,200})/dgu],
  [
    'password',
    /\b(?:mysql|mysqldump|mysqladmin)\b[^\n]{0,80}?\s-p(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu,
  ],
  ['password', /\bsshpass[ \t]+-p[ \t]{0,3}["']?(?<value>[^\s"'$]{3,200})/dgu],
  ['password', /["'`]\w[\w.-]{0,60}:(?<value>[^\s:@"'`${}]{4,200})@(?:tcp|udp|unix)?\(/dgu],
  ['password', /(?:^|[;"'\s])(?:Pwd|PWD|pwd)\s{0,3}=\s{0,3}(?<value>[^;"'\s]{4,100})(?=;)/dgu],
  ['key', /Shared(?:AccessKey|Secret|AccessSignature)=(?<value>[^\s;"'<>]{16,400})/dgu],
  [
    'password',
    /\b(?:docker|podman|nerdctl|buildah|skopeo|helm|oc|az)\b[^\n]{0,60}?\blogin\b[^\n]{0,120}?\s(?:-p|--password)[= ]["']?(?<value>[^\s"'$]{4,400})/dgu,
  ],
  ['password', /\bredis-cli\b[^\n]{0,80}?\s(?:-a|--pass)[= ]["']?(?<value>[^\s"'$]{4,200})/dgu],
  ['password', /["'\s][\w.-]{1,40}:(?<value>[^\s"':$]{4,200})["']?\s{0,3}\|\s{0,3}(?:sudo\s)?chpasswd/dgu],
  ['secret', /--from-literal[= ]["']?[\w.-]{1,80}=["']?(?<value>[^\s"'$]{4,400})/dgu],
  ['aws-secret', /\bA(?:KI|SI)A[A-Z0-9]{16}["',;:\s]{1,4}(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgu],
  ['key', /\bFernet\(\s{0,8}b?["'](?<value>[\w-]{43}=)/dgu],
  [
    'token',
    /"(?:github-oauth|gitlab-oauth|gitlab-token|bearer)"\s{0,8}:\s{0,8}\{\s{0,40}"[^"\n]{1,100}"\s{0,8}:\s{0,8}"(?<value>[\w-]{16,200})"/dgu,
  ],
  ['token', /\b[Dd]igest[^\n]{0,300}?\bresponse="(?<value>[0-9a-f]{32,128})"/dgu],
  [
    'password',
    /\b(?:sqlcmd|osql|bcp|mongo\w{0,10}|cqlsh|ldap\w{1,10}|clickhouse-client)\b[^\n]{0,120}?\s-[Ppw][= ]?["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu,
  ],
  [
    'password',
    /\bopenssl\b[^\n]{0,120}?\s-(?:k|K|pass(?:in|out)?\spass:)[= ]?["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu,
  ],
  [
    'password',
    /\bssh-keygen\b[^\n]{0,120}?\s-[NP][= ]["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu,
  ],
  ['password', /\bsmb\w{1,10}\b[^\n]{0,120}?\s-U[= ]?["']?[^\s%"']{1,60}%(?<value>[^\s"'$]{4,200})/dgu],
  [
    'password',
    /\bhtpasswd\s{1,4}-\w{0,6}b\w{0,6}\s{1,4}\S{1,200}\s{1,4}\S{1,80}\s{1,4}["']?(?<value>[^\s"'$]{4,200})/dgu,
  ],
  [
    'password',
    /\becho\s{1,4}(?:-n\s{1,4})?["']?(?<value>(?:[^\s"'$|]|\$(?![A-Za-z_{(])){4,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4}-S|[^\n|]{0,80}--(?:password-stdin|passphrase-fd)|(?:sudo\s)?passwd\b)/dgu,
  ],
  ['password', /\b7z[ar]?\b[^\n]{0,120}?\s-p["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu],
  ['password', /\b(?:un)?zip\b[^\n]{0,120}?\s-P[= ]?["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu],
  ['password', /\brclone\s{1,4}obscure\s{1,4}["']?(?<value>[^\s"'$-](?:[^\s"'$]|\$(?![A-Za-z_{(])){3,200})/dgu],
  ['secret', /\bsecret set\b[^\n]{0,120}?\s(?:-b|--body)[= ]["']?(?<value>[^\s"'$-][^\s"'$]{3,400})/dgu],
  ['secret', /\bkv put\s{1,4}[\w./-]{1,120}\s{1,4}[\w.-]{1,60}=["']?(?<value>[^\s"'$@-][^\s"'$]{3,400})/dgu],
  ['password', /\buse\s{1,4}\S{1,120}\s{1,4}\S{1,200}\s{1,4}(?<value>[^\s"'/*$]{4,200})\s{1,4}\/user:/dgiu],
  [
    'password',
    /\b(?:log ?(?:in|ged in)|sign ?in|account|credentials?|user)\b[^\n]{0,40}?[\w.@-]{2,40}[ \t]\/[ \t]["'`]?(?<value>(?=[^\s"'`]{0,99}\d)[^\s"'`/]{12,100})/dgiu,
  ],
  ['key', /AccountKey=(?<value>[^\s;"'<>]{16,400})/dgu],
  ['jwt', /(?<![\w.-])(?<value>eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{2,8000}(?:\.[A-Za-z0-9_-]{0,2000})?)/dgu],
];
/** An account as the arguments of a call, the password behind the name: `auth=("admin", "…")`, `new NetworkCredential("u", "…")`. */
const ACCOUNT =
  /(?:[Cc]redentials?|[Aa]uthentication|[Bb]asic_?[Aa]uth|[Gg]et_?[Cc]onnection|\b(?:login|logIn|signIn|sign_in|authenticate)|\.auth|\bauth\s{0,3}[=:]\s{0,3})\((?:\w{1,40},\s{0,4})?["'][^"'\n]{0,80}["']\s{0,4},\s{0,20}["'](?<value>[^"'\n]{4,200})["']/dgu;
/** A key as an argument: `createHmac('sha256', '…')`, `jwt.sign(payload, '…')`, `cookieParser('…')`, `ConvertTo-SecureString '…'`. */
const KEYED =
  /(?:\b(?:createHmac|create(?:C|Dec)ipheriv|cookieParser|hmac\.new|HMAC\.new|(?:jwt|JWT|jsonwebtoken)\.\w{1,20})\((?:(?:["'][\w-]{1,30}["']|[^"'`\n()]{1,80}),\s{0,20})?|\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?)b?["'](?<value>[^"'\n]{8,400})["']/dgu;
/** As nobody may write it, though many do: a slash in the password of an address. */
const SLASHED = /:\/\/[^\s/:@"'`<>]{1,100}:(?<value>[^\s"'`]{8,200})@(?=[\w.[-])/dgu;
/** A command that prints a password: `--password-command "echo …"`, `PASSWORD=$(printf %s …)`. */
const PRINTED =
  /(?:pass|secret|token|credential)[\w-]{0,30}["']?[ \t]{0,4}[:= ][ \t]{0,4}["'`$(]{0,4}(?:echo|printf)[ \t]{1,4}(?:-\w[ \t]{1,4}|["']?%s(?:\\n)?["']?[ \t]{1,4})?["'\\]{0,2}(?<value>[^\s"'`)\\$]{4,200})/dgiu;
/** What explains the place instead of filling it, or refers to it. */
const WORDS =
  /^(?:pass(?:w(?:or)?d|phrase|code)?|pw|secret|token|user(?:name)?|your\w*|x{3,}|\*+|\.+|changeme|example|redacted|somepassword|auth\w*|bearer|basic|header|scheme|credentials?|foo|bar|baz|test|guest|postgres|root|admin|mysql|redis|s3cr3t|pwd|pass\d{0,3}|p|x-oauth-basic|\d{1,5}|[$%{<[(].*|.*\$\{.*|.*\{\{.*|.*[})\]>])$/iu;
const COOKIE =
  /\b(?:set-)?cookies?["']?\s{0,4}[:=,]\s{0,40}(?:"value"\s{0,4}:\s{0,4})?["'`]?(?<value>[^\n"'`]{8,4000})/dgiu;
const COOKIE_PAIR = /(?<name>[\w.-]{1,80})=(?<value>[^;\s,"']{8,4000})/dgu;
const COOKIE_ATTRIBUTE = /^(?:expires|max-age|path|domain|samesite|priority|version)$/iu;

const findPlaced = (text: string): readonly SecretSpan[] => [
  ...PLACED.flatMap(([kind, pattern]) => findValues(text, pattern, kind, (value) => fillsPlace(value, kind))),
  ...findArguments(text, ACCOUNT, 'password'),
  ...findArguments(text, KEYED, 'key'),
  ...findArguments(text, PRINTED, 'password'),
  ...findValues(text, SLASHED, 'password', isScrambled),
  ...findCookies(text),
];

const findValues = (
  text: string,
  pattern: RegExp,
  kind: string,
  isKept: (value: string) => boolean,
): readonly SecretSpan[] =>
  listMatches(text, pattern).flatMap((match) => {
    const { start, end, text: value } = partOf(match, 'value');
    return isKept(value) ? [{ start, end, kind }] : [];
  });

/** Values that stand as an argument where a secret of that kind is expected, and look like one. */
const findArguments = (text: string, pattern: RegExp, kind: 'password' | 'key'): readonly SecretSpan[] =>
  findValues(text, pattern, kind, (value) => isSecretValue(kind, value, 'quoted'));

const fillsPlace = (value: string, kind: string): boolean =>
  isScrambled(value) || (!WORDS.test(value) && (isOpaque(value) || !(kind === 'token' || kind === 'basic-auth')));

/** Digits and letters mixed, as no word of a sentence has them; base64 without a digit where it decodes to an account. */
const isOpaque = (value: string): boolean =>
  (value.length >= 16 && (value.match(/[a-z][A-Z]/gu)?.length ?? 0) >= 3 && measureEntropyBits(value) >= 3.5) ||
  (/\d/u.test(value) &&
    /[A-Za-z]/u.test(value) &&
    measureEntropyBits(value) >= 2.8 &&
    !/^(?:[A-Za-z]+\d{0,2}[-_./])*[A-Za-z]+\d{0,2}$/u.test(value)) ||
  /^[\w-]*:/u.test(decode(value) ?? '');

const findCookies = (text: string): readonly SecretSpan[] =>
  listMatches(text, COOKIE).flatMap((match) => {
    const pairs = partOf(match, 'value');
    return listMatches(pairs.text, COOKIE_PAIR).flatMap((pair) => {
      const { start, end, text: value } = partOf(pair, 'value');
      if (COOKIE_ATTRIBUTE.test(partOf(pair, 'name').text) || !isOpaque(value)) return [];
      return [{ start: pairs.start + start, end: pairs.start + end, kind: 'cookie' }];
    });
  });

const SECRET_RESOURCE = /^[ \t]*kind:[ \t]*["']?Secret["']?[ \t]*$/mu;
const DATA_KEY = /^[ \t]*(?:data|stringData):[ \t]*$/u;
const DATA_VALUE = /^[ \t]*["']?[\w.-]+["']?:[ \t]*["']?(?<value>[^\s"'#|>][^\s"'#]{3,})/du;
const JSON_DATA = /"(?:data|stringData)"\s*:\s*\{(?<body>[^{}]{0,40000})\}/dgu;
const JSON_VALUE = /:\s*"(?<value>[^"\\\n]{4,8000})"/dgu;

/** Everything that a Kubernetes Secret holds. */
function findSecretResources(text: string): readonly SecretSpan[] {
  if (!text.includes('Secret')) return [];
  const found: SecretSpan[] = [];
  if (/"kind"\s*:\s*"Secret"/u.test(text))
    for (const data of listMatches(text, JSON_DATA)) {
      const body = partOf(data, 'body');
      found.push(
        ...findValues(body.text, JSON_VALUE, 'kubernetes-secret', () => true).map(({ start, end, kind }) => ({
          start: body.start + start,
          end: body.start + end,
          kind,
        })),
      );
    }
  let at = 0;
  for (const document of text.split(/^(?=---)/mu)) {
    if (SECRET_RESOURCE.test(document)) found.push(...findDataLines(document, at));
    at += document.length;
  }
  return found;
}

function findDataLines(document: string, from: number): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let within: number | null = null;
  let at = from;
  for (const line of document.split('\n')) {
    const indent = line.search(/\S/u);
    const key = DATA_KEY.exec(line);
    if (key !== null) within = indent;
    else if (indent >= 0 && within !== null && indent <= within) within = null;
    else if (within !== null) {
      const match = DATA_VALUE.exec(line);
      const value = match === null ? null : partOf(match, 'value');
      if (value !== null && !/\{\{|\$\{|\$\(/u.test(value.text))
        found.push({ start: at + value.start, end: at + value.end, kind: 'kubernetes-secret' });
    }
    at += line.length + 1;
  }
  return found;
}

const PGPASS = /^[^\s#:][^:\n]*:[^:\n]*:[^:\n]*:[^:\n]*:(?<value>[^\n]{3,})$/dgmu;
const HTPASSWD = /^[^\s#:]+:(?<value>[^\s:]{8,})$/dgmu;
const DOTENV =
  /^[^\S\n\r\u2028\u2029]*(?:export[^\S\n\r\u2028\u2029]+)?\w+[^\S\n\r\u2028\u2029]*=[^\S\n\r\u2028\u2029]*["']?(?<value>[A-Za-z0-9+/=_.~-]{20,400})["']?[^\S\n\r\u2028\u2029]*$/dgmu;

/** Files that are nothing but a key, as Rails keeps it. */
const KEY_FILE = /(?:^|\/)(?:master|credentials\/[\w-]{1,40})\.key$/u;
const KEY_ALONE = /^(?<value>[A-Za-z0-9+/=_-]{16,200})\s*$/dgu;

/** What Terraform made by chance, and what it says is sensitive. */
const STATE_FILE = /\.tfstate(?:\.backup)?$/u;
const GENERATED = /"(?:result|hex|dec|b64_std|b64_url|bcrypt_hash)"\s{0,4}:\s{0,4}"(?<value>[^"\\\n]{8,400})"/dgu;
const SENSITIVE =
  /"value"\s{0,4}:\s{0,4}"(?<value>[^"\\\n]{4,400})",\s{0,40}(?:"type"\s{0,4}:\s{0,4}"\w{1,20}",\s{0,40})?"sensitive"\s{0,4}:\s{0,4}true/dgu;

function findByFile(text: string, path: string): readonly SecretSpan[] {
  const read = (pattern: RegExp, isKept: (value: string) => boolean): readonly SecretSpan[] =>
    findValues(text, pattern, 'secret', isKept);
  if (/(?:^|\/)(?:\.pgpass|pgpass\.conf)$/u.test(path)) return read(PGPASS, () => true);
  if (/(?:^|\/)\.?htpasswd$/u.test(path)) return read(HTPASSWD, () => true);
  if (COLUMNS_FILE.test(path)) return findColumnSecrets(text);
  if (KEY_FILE.test(path)) return read(KEY_ALONE, () => true);
  if (STATE_FILE.test(path)) return [...read(GENERATED, isOpaque), ...read(SENSITIVE, () => true)];
  return DOTENV_FILE.test(path)
    ? read(
        DOTENV,
        (value) => isOpaque(value) && measureEntropyBits(value) >= 3.5 && !/\.(?:com|org|net|io|local)\b/u.test(value),
      )
    : [];
}

const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,8000}={0,2}(?![A-Za-z0-9+/=_-])/gu;
const MAX_ENCODED = 2000;

/** The text behind base64; null where it is none. */
function decode(value: string): string | null {
  try {
    const text = atob(value);
    return /^[\t\n\r\x20-\x7e]{6,}$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}

const HEX = /(?<![0-9A-Za-z])(?:[2-7][0-9a-f]|0[9ad]){24,4000}(?![0-9A-Za-z])/giu;

const decodeHex = (value: string): string | null => {
  const bytes = /^(?:[2-7][0-9a-f]|0[9ad])+$/iu.test(value) ? (value.match(/../gu) ?? []) : [];
  return bytes.length === 0 ? null : String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
};

/** A secret in base64, or as the numbers of its bytes, is the same secret. */
function findEncoded(text: string, formats: readonly CredentialFormat[]): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let looked = 0;
  for (const match of [...text.matchAll(BASE64), ...text.matchAll(HEX)]) {
    const decoded = decodeHex(match[0]) ?? decode(match[0]);
    if (decoded === null) continue;
    looked += 1;
    if (looked > MAX_ENCODED) break;
    const inside = [
      ...findFormats(decoded, formats),
      ...findPrefixed(decoded),
      ...findBlocks(decoded),
      ...findPlaced(decoded),
      ...findNamedSecrets(decoded, NOWHERE),
    ];
    if (inside.length > 0)
      found.push({ start: match.index, end: match.index + match[0].length, kind: 'encoded-secret' });
  }
  return found;
}

/** In order, without overlap: the one that begins first names the kind. */
function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}
