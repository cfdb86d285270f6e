/**
 * Decides whether the value behind a name is a secret: the name promises one and the value looks random; references, field names
 * and placeholders are none. Called by find-named-secrets.ts and find-secrets.ts; analyzers/secretlint/secret-assignments.ts uses
 * its list of harmless names.
 */

/** Names that speak about a secret without being one. */
export const ABOUT_SECRETS =
  /tokens|(?:page|next|continuation|sync)_?token$|(?:names?|ids?|urls?|uris?|paths?|files?|fields?|types?|labels?|headers?|env|vars?|length|size|regex|patterns?|errors?|messages?|msg|hints?|placeholders?|prefix|suffix|expir\w*|ttl|params?|inputs?|columns?|attr\w*|titles?|text|policy|version|hash(?:ed)?|digest|count|limit|class|selector|endpoint|host|algorithm|format|kind|scope|issuer|provider|store|manager|service|ref|arn)$/iu;

/** Whoever knows it is the user. */
const SESSION = /sess(?:ion)?[_.-]?id$/iu;

/** A password that was hashed begins with a dollar too, and is worth keeping. */
const HASHED = /^\$(?:2[abxy]?|argon2\w{0,3}|[156]|scrypt|pbkdf2[\w-]{0,10})\$/u;
const REFERENCE =
  /\$\{|\$\(|\{\{|<%|%\(|^[$%]|^[<{[(]|[>})\]]$|^(?:process|os|env|config|settings|self|this|vault|secrets?|ssm|arn|urn|file|https?|s3|var|local|data|module|aws|op|ref|valueFrom|sops|ENC)[.:([]|^\.{0,2}\/|^@|^ref\+|:\/\//iu;
const EXPLAINS =
  /^(?:[x*.\-_0]+|123\w*|change.?(?:me|it|this).*|pass(?:word|wd)?\d{0,4}|secret\d{0,4}|token\d{0,4}|hunter2|default|(?:example|sample|dummy|fake|mock|foo|bar|baz|todo|tbd|none|null|undefined|redacted|placeholder|insert|replace|enter|your|some|the)(?:[-_ .].*|\d{0,4}|[A-Z].*)|(?:my|test)(?:[-_ .][a-z_ .-]*\d{0,4}|\d{0,4}|[A-Z][A-Za-z]*\d{0,4})|.*(?:x{5,}|\*{3,}|\.{3}|…|EXAMPLE).*|YOUR.*|.*(?:_HERE|-here))$/iu;

/** How the value is written: between quotes, bare in code, or in a file of settings, where everything is a value. */
export type Writing = 'quoted' | 'bare' | 'setting';

const MIN_ENTROPY_BITS = 2.8;

export const promisesPassword = (name: string): boolean =>
  /passw|kennwort|wachtwoord|contrase(?:ñ|n)a|mot[_-]?de[_-]?passe|passphrase|passcode|pwd|pass$|requirepass|identified|(?<![a-z])(?:psk|pw(?![a-z]))/iu.test(
    name,
  );

/** Parts of names of fields, labels and settings. */
const PLAIN_WORD = /^(?:[A-Za-z]{1,40}\d{0,3}|v\d{1,4}|)$/u;

/** More of a value says nothing more about it. */
const JUDGED_CHARS = 256;

export function isSecretValue(name: string, whole: string, writing: Writing): boolean {
  const value = whole.slice(0, JUDGED_CHARS);
  if (ABOUT_SECRETS.test(name) && !SESSION.test(name)) return false;
  if (HASHED.test(value)) return value.length >= 20;
  if (isBase64Key(value) || isSignedKey(value)) return true;
  const isPassword = promisesPassword(name);
  if (isScrambledAs(value, isPassword, writing)) return true;
  if (value.length < shortest(isPassword, writing)) return false;
  if (pointsElsewhere(value)) return writing !== 'bare' && isSecretInSigns(value);
  if (/\s/u.test(value)) return writing === 'setting' && isPassword && isPassphrase(value);
  if (/^[\d.,:+-]+$/u.test(value)) return isPassword && /^\d{6,}$/u.test(value) && writing !== 'bare';
  if (isPassword && writing === 'setting') return !isTypeOrName(value);
  return looksMadeUp(value, isPassword, writing);
}

function shortest(isPassword: boolean, writing: Writing): number {
  if (!isPassword) return 8;
  return writing === 'setting' ? 4 : 6;
}

const pointsElsewhere = (value: string): boolean => REFERENCE.test(value) || EXPLAINS.test(value);

/** Calls and indexes of code without quotes. */
const CALL = /[\w$]\(.*\)|[\w$]\[\w*\]/u;
/** References, addresses and regular expressions. */
const COMPOSED =
  /[^\x21-\x7e]|\$[{(]|\{\{\w|<%[=-]|%[({]\w|:\/\/|\(\?[:=!<]|\.\*.*\.\*|\[\^?\w-\w|\\[dwsu]|\{\d+,?\d*\}|\.{3}|^\^.*\$$/u;

/** Letters of both kinds, digits and signs that take turns: as a password is made by chance, whatever signs are in it. */
export function isScrambled(value: string): boolean {
  if (value.length < 8 || value.length > 200 || COMPOSED.test(value) || /[a-z]{6}|[A-Z]{6}/u.test(value)) return false;
  const runs = value.match(/[a-z]+|[A-Z]+|\d+|[^a-zA-Z\d]+/gu) ?? [];
  const digits = value.match(/\d/gu)?.length ?? 0;
  return (
    digits >= 2 &&
    /[a-z]/u.test(value) &&
    /[A-Z]/u.test(value) &&
    /[^\w.-]/u.test(value) &&
    runs.length - 1 >= SCRAMBLED_CHANGES * value.length
  );
}

/** Without quotes a call of code looks alike. */
const isScrambledAs = (value: string, isPassword: boolean, writing: Writing): boolean =>
  (isPassword || writing === 'quoted') && isScrambled(value) && !(writing === 'bare' && CALL.test(value));

/** Of all places between two characters: how many are between two kinds of them. */
const SCRAMBLED_CHANGES = 0.4;

/** `[hT7…]`, `$hT7…`: begins or ends as a reference does, and what is left of it was made by chance. */
function isSecretInSigns(value: string): boolean {
  const inner = value.replace(/^[$@%/<{[(]+|[>})\]]+$/gu, '');
  return inner !== value && /^[\w-]+$/u.test(inner) && mixes([inner]);
}

function looksMadeUp(value: string, isPassword: boolean, writing: Writing): boolean {
  // Another script, or bytes written out: words, or a constant.
  if (/^\\[xu0]|[^\x20-\x7e]/u.test(value)) return false;
  const hasDigit = /\d/u.test(value);
  const hasSign = /[!#$%^&*+?~=@]/u.test(value);
  const bits = measureEntropyBits(value);
  if (!/[A-Za-z]/u.test(value)) return value.length >= 16 && bits >= MIN_ENTROPY_BITS;
  if (bits < MIN_ENTROPY_BITS) return isPassword && hasDigit && hasSign;
  if (isCode(value, writing)) return false;
  if (!hasDigit)
    return (
      isRandomLetters(value) ||
      (isPassword && writing === 'quoted' && (hasSign || (value.length >= MIN_LETTERS && !isCasedLikeName(value))))
    );
  return !isWordy(value, isPassword);
}

/** Forty characters and more of base64 may begin like a path. */
const isBase64Key = (value: string): boolean =>
  /^[A-Za-z0-9+/]{40,}={0,2}$/u.test(value) && measureEntropyBits(value) >= 4.2 && mixes([value]);

/** As WordPress makes them: every sign of the keyboard, blanks among them. */
const isSignedKey = (value: string): boolean =>
  value.length >= 32 &&
  measureEntropyBits(value) >= 4.3 &&
  /[a-z]/u.test(value) &&
  (value.match(/\d/gu)?.length ?? 0) >= 3 &&
  (value.match(/[!#$%^&*+?~=@|<>{}[\]();:,]/gu)?.length ?? 0) >= 3 &&
  !/[a-z]{8}/u.test(value);

/** `correct horse battery staple`, and no sentence. */
const isPassphrase = (value: string): boolean =>
  value.length <= 80 && /^[\w-]+(?: [\w-]+){1,7}$/u.test(value) && !/\b(?:the|your|is|a|of|for|to|and)\b/iu.test(value);

const isTypeOrName = (value: string): boolean =>
  /^(?:string|text|char|bool(?:ean)?|integer|number|required|optional|nullable|password|secret|true|false|null|none|object|void|[A-Z]\w*(?:<.*)?)$/u.test(
    value,
  ) &&
  !/\d/u.test(value) &&
  isCasedLikeName(value);

/** From here on letters alone can be a password that was made by chance. */
const MIN_LETTERS = 10;

/** Capitals as names and words have them: `userIdToken`, `HTTPAuth`, `SCREAMING_CASE`, and not `DNSKoPymJTxD`. */
function isCasedLikeName(value: string): boolean {
  if (!/^[A-Za-z]+$/u.test(value)) return true;
  const runs = value.match(/[A-Z]+|[a-z]+/gu) ?? [];
  return runs.length < 4 || runs.every((run, at) => (/[a-z]/u.test(run) ? run.length > 1 || at === 0 : run.length < 6));
}

/** Calls, members and operators: nobody writes a password like that without quotes. */
const isCode = (value: string, writing: Writing): boolean =>
  writing === 'bare'
    ? (/^[A-Za-z_$][\w$]*(?:token|secret|passw|key|schema|options?|config|auth|scope)/iu.test(value) &&
        !mixes([value])) ||
      /[()[\]{}|&?*!<>\\]|^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$|^[A-Za-z_]+\d{0,2}$|^0x[\da-f]+$|[.,:]$/u.test(
        value,
      )
    : /\*\.|\.\*|\[\d*\]\.|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|[()]|\\[dswbDSWB]|^[\^]|=>|\$$/u.test(value);

/** Twenty letters and more that no word is written like. */
const isRandomLetters = (value: string): boolean => {
  if (!/^[A-Za-z+/=_-]{20,}$/u.test(value)) return false;
  const changes = value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/gu)?.length ?? 0;
  return changes >= value.length / 5 && measureEntropyBits(value) >= 3.8 && /[b-df-hj-np-tv-z]{4}/iu.test(value);
};

/** `my-app-v2`, `oauth2-token`, `OAuth2PasswordBearer`: names of something. */
function isWordy(value: string, isPassword: boolean): boolean {
  const parts = value.split(/[-_./:@# |]/u);
  if (parts.length === 1 && isPassword)
    return /^[a-z]+\d$|^(?:pass(?:word|wd)?|pwd|secret|login|user|admin|token|field|input|confirm|new|old|current)+\d{2}$/iu.test(
      value,
    );
  if (
    parts.every((part) => PLAIN_WORD.test(part) || /^(?:[A-Z]?[a-z]{2,}|[A-Z]{2,6}|\d)+$/u.test(part)) &&
    !mixes(parts)
  )
    return true;
  return false;
}

/** Letters of both kinds and digits in one part, more often than a name has them. */
const mixes = (parts: readonly string[]): boolean =>
  parts.some(
    (part) => part.length >= 8 && (part.match(/[a-z]\d|\d[a-z]|[a-z][A-Z]|[A-Z]\d|\d[A-Z]/gu)?.length ?? 0) >= 3,
  ) ||
  (parts.length > 2 &&
    /[a-z]/u.test(parts.join('')) &&
    /[A-Z]/u.test(parts.join('')) &&
    parts.filter((part) => /\d/u.test(part)).length > 1);

/** Bits per character. */
export function measureEntropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
