/** Finds literals given to names that promise a secret: `apiKey = "…"`. A guess by name and shape, so it errs to silence. */

/** Offsets of a secret's value in the text. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

const MAX_LINE = 5_000;
const MIN_ENTROPY_BITS = 2.8;

const NAME = String.raw`[A-Za-z0-9_.-]{0,40}(?:passw(?:or)?d|passphrase|\bpwd|_pwd|secret|token|api_?-?key|access_?-?key|private_?-?key|auth_?-?key|encryption_?-?key|credential)[A-Za-z0-9_]{0,40}`;
/** A cheap look before the real one. */
const PROMISE = /pass|pwd|secret|token|key|credential/iu;
const TYPE = String.raw`(?:\s*:\s*[A-Za-z<>\[\]| ]{1,30})?`;
const QUOTED = new RegExp(
  String.raw`(?<![A-Za-z0-9_.-])["']?(?<name>${NAME})["']?\]?${TYPE}\s*(?:=>|:=|=|:)\s*(?<quote>["'\x60])(?<value>[^"'\x60\s]{8,200})\k<quote>`,
  'giud',
);
/** Settings files write values without quotes. */
const BARE = new RegExp(
  String.raw`^\s*(?:export\s+|ENV\s+)?(?<name>${NAME})\s*[:=]\s*(?<value>[^"'\s#]{8,200})\s*$`,
  'giud',
);
const BARE_LANGUAGES: ReadonlySet<string> = new Set(['ini', 'yaml', 'toml', 'dockerfile']);

/** Names that speak about a secret without being one. */
const ABOUT =
  /(?:names?|ids?|urls?|uris?|paths?|files?|fields?|types?|labels?|headers?|env|vars?|length|size|regex|patterns?|errors?|messages?|msg|hints?|placeholders?|prefix|suffix|expir\w*|ttl|params?|inputs?|columns?|attr\w*|titles?|text|policy|version|hash(?:ed)?|digest|count|limit|class|selector|endpoint|host|algorithm|format|kind|scope|issuer|provider|store|manager|service|ref|arn)$/iu;
const PLACEHOLDER =
  /^(?:[x*.\-_0]+|(?:123)+\w*|change.?(?:me|it|this).*|pass(?:word|wd)?|secret|token|default|(?:example|sample|dummy|fake|mock|test|foo|bar|todo|tbd|none|null|undefined|redacted|placeholder|insert|replace|enter|your|my|some|the)(?:[-_ .].*|\d*|[A-Z].*)?)$/iu;
const LOOKUP =
  /[<>{}]|\$[({A-Za-z]|%[(A-Za-z]|^(?:env|process|os|config|vault|secrets?|ssm|arn|file|https?|s3):|:\/\/|^\.{0,2}\/|\\n|\.env\b/iu;

export function findSecretAssignments(text: string, language: string | null): readonly SecretSpan[] {
  const patterns = BARE_LANGUAGES.has(language ?? '') ? [QUOTED, BARE] : [QUOTED];
  const spans: SecretSpan[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.length <= MAX_LINE && PROMISE.test(line))
      for (const [start, end] of patterns.flatMap((pattern) => findValues(line, pattern)))
        spans.push({ start: offset + start, end: offset + end });
    offset += line.length + 1;
  }
  return spans;
}

const findValues = (line: string, pattern: RegExp): readonly (readonly [number, number])[] =>
  [...line.matchAll(pattern)].flatMap((match) => {
    const place = match.indices?.groups?.value;
    return place && isSecret(match.groups?.name ?? '', match.groups?.value ?? '') ? [place] : [];
  });

function isSecret(name: string, value: string): boolean {
  if (ABOUT.test(name) || /public/iu.test(name) || PLACEHOLDER.test(value) || LOOKUP.test(value)) return false;
  if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
  if (measureEntropyBits(value) < MIN_ENTROPY_BITS) return false;
  return !isWordy(value, /pass|pwd/iu.test(name));
}

/** `my-app-v2` is a name of something; a password may be a single such word. */
function isWordy(value: string, isPassword: boolean): boolean {
  const parts = value.split(/[-_./:]/u);
  if (isPassword && parts.length === 1) return false;
  return parts.every((part) => /^(?:[A-Za-z]+\d{0,3}|v?\d{1,4}|)$/u.test(part));
}

/** Bits per character. */
function measureEntropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
