/**
 * Finds literals assigned to names that promise a secret (`apiKey = "…"`), in code and settings files, and returns their offsets. Guesses
 * by name, shape and entropy, and is silent in doubt. Called by secretlint.ts.
 */
import { ABOUT_SECRETS } from '../../protocol/redaction/secret-value.ts';

/** Offsets of a secret's value in the text. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

const MAX_LINE = 5_000;
const MAX_TEXT = 300_000;
const MIN_ENTROPY_BITS = 2.8;

const NAME = String.raw`[A-Za-z0-9_.-]{0,40}(?:passw(?:or)?d|passphrase|\bpwd|_pwd|(?:\b|_)pass(?![a-z])|(?:smtp|mail|user|admin|root|db)(?:pass|pwd)(?![a-z])|secret|token|api_?-?key|access_?-?key|private_?-?key|auth_?-?key|encryption_?-?key|credential)[A-Za-z0-9_]{0,40}`;
/** A cheap look before the real one. */
const PROMISE = /pass|pwd|secret|token|key|credential/iu;
const TYPE = String.raw`(?:\s*:\s*[A-Za-z<>\[\]| ]{1,30})?`;
const named = (before: string, after: string, flags = 'giud'): RegExp =>
  new RegExp(`${before}(?<name>${NAME})${after}`, flags);

/** In any language: `apiKey = "…"`, `"password": "…"`, `token == "…"`, `:secret => "…"`. */
const QUOTED = named(
  String.raw`(?:(?<![A-Za-z0-9_.:-])["']?|(?<=[\s({,]):)`,
  String.raw`["']?\]?${TYPE}\s*(?:=>|:=|\|\|=|\?\?=|={1,3}|:)\s*(?<quote>["'\x60])(?<value>[^"'\x60\s]{8,200})\k<quote>`,
);
/** `setPassword("…")`, `password.equals("…")`. */
const ARGUMENT = String.raw`\(\s*(?<quote>["'])(?<value>[^"'\s]{8,200})\k<quote>\s*\)`;
const SETTER = named('(?<![A-Za-z0-9])(?:set|with)_?', ARGUMENT);
const COMPARED = named('(?<![A-Za-z0-9])', String.raw`\.equals(?:IgnoreCase)?${ARGUMENT}`);
/** What is taken where the environment says nothing: `getenv("API_KEY", "…")`, `process.env.API_KEY || "…"`. */
const FALLBACK = named(
  String.raw`(?:(?:fetch|get|getenv|env|getOrDefault)\(\s*["']|(?:process\.env|ENV|environ)(?:\.|\[["']))`,
  String.raw`["']?\]?\s*(?:,|\|\||\?\?)\s*(?<quote>["'\x60])(?<value>[^"'\x60\s]{8,200})\k<quote>`,
);
/** `Server=…;Password=…;` */
const CONNECTION =
  /(?:Server|Data Source|Host|User ?Id|Uid|AccountEndpoint)\s*=[^"'\n]{0,300};\s*(?<name>Password|Pwd)\s*=\s*(?<value>[^;"'\s]{6,100})/dgiu;
/** Settings files write values without quotes. */
const BARE = named(
  String.raw`^\s*(?:-\s+)?(?:export\s+|ENV\s+|ARG\s+|set\s+)?`,
  String.raw`\s*[:=]\s*(?<value>[^"'\s#]{8,200})\s*$`,
);
/** Several to a line, before a command or in an image. */
const INLINE = named(
  String.raw`(?:^|[\s;&])`,
  String.raw`=(?<quote>["']?)(?<value>[^"'\s$#;&|()]{8,200})\k<quote>(?=[\s;&]|$)`,
);
const SPACED = named(String.raw`^\s*ENV\s+`, String.raw`\s+(?<value>[^"'\s=]{8,200})\s*$`);
const ELEMENT = named('<', String.raw`>\s*(?<value>[^<>\s]{8,200})\s*<\/`);
const ATTRIBUTES = named(
  String.raw`<\w+\b[^<>\n]{0,200}\b(?:key|name)\s*=\s*"`,
  String.raw`"[^<>\n]{0,100}\bvalue\s*=\s*"(?<value>[^"\s]{8,200})"`,
);
/** Over two lines: `- name: DB_PASSWORD` and `value: …`; a variable of that name and its default. */
const PAIRED = named(
  String.raw`^[ \t-]*name:[ \t]*["']?`,
  String.raw`["']?[ \t]*\r?\n[ \t]*value:[ \t]*["']?(?<value>[^"'\s#]{8,200})["']?[ \t]*$`,
  'gimud',
);
const DEFAULTED = named(
  String.raw`\bvariable[ \t]+"`,
  String.raw`"[ \t]*\{[^{}]{0,500}?\bdefault[ \t]*=[ \t]*"(?<value>[^"\s]{8,200})"`,
);

const EVERYWHERE = [QUOTED, FALLBACK, SETTER, COMPARED, CONNECTION];
const BY_LANGUAGE: Readonly<Record<string, readonly RegExp[]>> = {
  ini: [BARE],
  yaml: [BARE],
  toml: [BARE],
  dockerfile: [BARE, INLINE, SPACED],
  bash: [INLINE],
  makefile: [INLINE],
  batch: [BARE],
  xml: [ELEMENT, ATTRIBUTES],
};
const OVER_LINES: Readonly<Record<string, RegExp>> = { yaml: PAIRED, terraform: DEFAULTED };

/** What a browser gets to see anyway. */
const PUBLIC = /public|publishable|^(?:vite|react_app|gatsby|storybook)_/iu;
/** Where secrets are, or what is shown in place of one. */
const BESIDE = /(?:^|_|[a-z](?=[DF]))(?:dir|directory|folder)s?$|redacted|masked/iu;
const PLACEHOLDER =
  /^(?:[x*.\-_0]+|(?:123)+\w*|change.?(?:me|it|this).*|pass(?:word|wd)?|secret|token|default|(?:example|sample|dummy|fake|mock|test|foo|bar|todo|tbd|none|null|undefined|redacted|placeholder|insert|replace|enter|your|my|some|the)(?:[-_ .].*|\d*|[A-Z].*)?)$/iu;
/** Parts of names of fields, labels and settings; a number behind them makes no password. */
const SPEAKING =
  /(?<![A-Za-z])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|keys?|credentials?|user|login|auth|oauth2?|input|field|label|form|error|config|here|prod|staging|dev|app|api|my|your|test|example|sample|dummy|default|version)(?![a-z])/iu;
const LOOKUP =
  /[<>{}]|\$[({A-Za-z]|%[(A-Za-z]|^(?:env|process|os|config|vault|secrets?|ssm|arn|urn|file|https?|s3):|^\\[xu0]|:\/\/|^\.{0,2}\/|\\n|\.env\b/iu;

/** An account or contract of a chain, which everybody may know; a private key is longer. */
const ADDRESS = /^0x[0-9a-f]{40}$/iu;
/** The name of a setting: `log4j2.trustStorePassword`. */
const SETTING =
  /^[a-z][\w-]*(?:\.[\w-]+)*\.[\w-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|credentials?|decryptor)$/iu;

/** What describes: how often something may be done (`5/m/ip,20/h/user`), which signs it may hold (`[A-Za-z0-9]+`), what is asked of it (`required|min:12`), the type of its column (`VARCHAR(255)`). */
const DESCRIPTION =
  /^[A-Za-z]{3,20}\(\d{1,5}(?:,\d{1,3})?\)$|^(?:required|nullable|sometimes|bail|string|confirmed)\||^\d+\/(?:\d*[smhd]|sec|min|hour|day)\w*(?:[/,]|$)|^\^?\(?\[\^?(?:[A-Za-z]-[A-Za-z]|0-9|\\w)/u;

export function findSecretAssignments(text: string, language: string | null): readonly SecretSpan[] {
  const patterns = [...EVERYWHERE, ...(BY_LANGUAGE[language ?? ''] ?? [])];
  const spans = new Map<number, SecretSpan>();
  const keep = (offset: number, [start, end]: readonly [number, number]): void => {
    spans.set(offset + start, { start: offset + start, end: offset + end });
  };
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.length <= MAX_LINE && PROMISE.test(line))
      for (const place of patterns.flatMap((pattern) => findValues(line, pattern))) keep(offset, place);
    offset += line.length + 1;
  }
  const pattern = OVER_LINES[language ?? ''];
  if (pattern && text.length <= MAX_TEXT) for (const place of findValues(text, pattern)) keep(0, place);
  return [...spans.values()].sort((a, b) => a.start - b.start);
}

const findValues = (line: string, pattern: RegExp): readonly (readonly [number, number])[] =>
  [...line.matchAll(pattern)].flatMap((match) => {
    const place = match.indices?.groups?.value;
    const { name = '', value = '' } = match.groups ?? {};
    return place && isSecret(name, value) && !(COMPARES.test(match[0]) && isKind(name)) ? [place] : [];
  });

const COMPARES = /={2,3}\s*["'\x60]|\.equals/u;

/** What a parser or a lookup compares with a constant: `token === "v2-begin"`. A password is compared with the real one. */
const isKind = (name: string): boolean => !/passw|passphrase|pwd|secret|api_?-?key/iu.test(name);

/** Signs that end or part a text, or that nobody sees: `"Password\\x00"` and `"token\\u200b"` are words. */
const CONTROL = /\\(?:x[01][\da-f]|u00[01][\da-f]|u200[b-f]|ufeff|[0nrt](?!\d))/giu;

function isSecret(name: string, written: string): boolean {
  const value = written.replaceAll(CONTROL, '');
  if (
    ABOUT_SECRETS.test(name) ||
    BESIDE.test(name) ||
    PUBLIC.test(name) ||
    PLACEHOLDER.test(value) ||
    LOOKUP.test(value)
  )
    return false;
  if (ADDRESS.test(value) || SETTING.test(value) || DESCRIPTION.test(value)) return false;
  if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
  if (measureEntropyBits(value) < MIN_ENTROPY_BITS) return false;
  return !isWordy(value, name);
}

/** `my-app-v2` is a name of something; a password may be a single such word, or several that no name is written like. */
function isWordy(value: string, name: string): boolean {
  const parts = value.split(/[-_./:]/u);
  const isPassword = /passw|passphrase|pwd/iu.test(name);
  if (isPassword && parts.length === 1) return false;
  if (!parts.every((part) => /^(?:[A-Za-z]+\d{0,3}|\d[A-Z]{1,4}|v?\d{1,4}|)$/u.test(part))) return false;
  return !/^[\w-]+$/u.test(value) || SPEAKING.test(value) || !looksMadeUp(parts, isPassword || /pass/iu.test(name));
}

/** `kT7-vanilla-Otter-42`: capitals, small letters and digits, all in one part unless the name says password. */
function looksMadeUp(parts: readonly string[], isPassword: boolean): boolean {
  const mixes = (text: string): boolean => /[a-z]/u.test(text) && /[A-Z]/u.test(text) && /\d/u.test(text);
  const numbered = parts.filter((part) => /\d/u.test(part));
  if (parts.length < 2) return false;
  if (!isPassword) return parts.some(mixes);
  return mixes(parts.join('')) || (numbered.length > 1 && numbered.some((part) => /^(?!v\d)[a-z]+\d/iu.test(part)));
}

/** Bits per character. */
function measureEntropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
