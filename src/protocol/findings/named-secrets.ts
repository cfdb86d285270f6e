/**
 * Cuts the values of names that promise a secret where they stand in a quoted line. Generous on purpose: what is cut
 * wrongly costs a reader a glance, what stays may cost a password. Whether such a value is worth a finding is not asked here.
 */

/** Names that speak about a secret without being one. */
export const ABOUT_SECRETS =
  /tokens|(?:page|next|continuation|sync)_?token$|(?:names?|ids?|urls?|uris?|paths?|files?|fields?|types?|labels?|headers?|env|vars?|length|size|regex|patterns?|errors?|messages?|msg|hints?|placeholders?|prefix|suffix|expir\w*|ttl|params?|inputs?|columns?|attr\w*|titles?|text|policy|version|hash(?:ed)?|digest|count|limit|class|selector|endpoint|host|algorithm|format|kind|scope|issuer|provider|store|manager|service|ref|arn)$/iu;

const MASK = '…';
const SHOWN_CHARACTERS = 4;
const KEYED =
  '(?:[Aa]pi|API|[Aa]ccess|ACCESS|[Pp]rivate|PRIVATE|[Aa]uth|AUTH|[Ee]ncryption|ENCRYPTION|[Ss]igning|SIGNING|[Mm]aster|MASTER|[Ss]hared|SHARED|[Aa]ccount|ACCOUNT)[_-]?(?:[Kk]ey|KEY)';
const WORD = `(?:[Pp]assw(?:or)?d|PASSW(?:OR)?D|[Pp]ass(?:phrase|code)|PASS(?:PHRASE|CODE)|(?<![A-Za-z])pass(?![a-z])|Pass(?![a-z])|PASS(?![A-Z])|[Pp]wd|PWD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Cc]redential|CREDENTIAL|${KEYED})`;
const PROMISE = new RegExp(WORD, 'u');
const NAME = String.raw`(?<name>${WORD}[\w-]{0,40})`;
const GIVEN = String.raw`(?:\s*:\s*[\w<>|\[\] ]{1,30})?\s*(?:=>|:=|\|\|=|\?\?=|[!=]?={1,2}|:|,|\|\||\?\?)\s*`;

/** The value in quotes, up to where the quotes end or the text was cut; in a text within a text the quotes are escaped. */
const QUOTED = new RegExp(
  String.raw`${NAME}["'\x60]?\]?${GIVEN}(?<quote>["'\x60])(?<value>(?:\\.|(?!\k<quote>)[^\\\n])+)`,
  'dgu',
);
const ESCAPED = new RegExp(String.raw`${NAME}\\["']${GIVEN}\\(?<quote>["'])(?<value>(?:(?!\\\k<quote>)[^\n])+)`, 'dgu');
const ELEMENT = new RegExp(String.raw`${NAME}>\s*(?<value>[^<>\n]+)`, 'dgu');
const ATTRIBUTE = new RegExp(String.raw`${NAME}"[^<>\n]{0,100}?\bvalue\s*=\s*"(?<value>[^"\n]+)`, 'dgu');
/** Without quotes a letter and a digit tell a value from the name of a variable. */
const UNQUOTED = new RegExp(
  String.raw`${NAME}\s{0,3}[=:]\s{0,3}(?<value>(?=[^\s\d]{0,200}\d)(?=[^\sA-Za-z]{0,200}[A-Za-z])[^\s"'\x60;,&<>(){}[\]$.]{6,200})(?![\w.]*[([])`,
  'dgu',
);
/** In settings files everything up to the end of the line, or to a comment, is the value. */
const SETTING = new RegExp(String.raw`${NAME}[ \t]*[=:][ \t]*(?<value>[^\s"'\x60#][^\n#]*)`, 'dgu');
const SETTINGS = new Set(['ini', 'yaml', 'toml', 'dockerfile', 'batch', 'properties', 'dotenv']);

/** What refers to a secret or explains its place. */
export const HARMLESS =
  /^(?:\$|%|<|\{|process\.env|os\.environ|env[(.:]|vault:|secrets?\.|https?:|\/|\.\/|pass(?:w(?:or)?d)?$|pwd$|secret$|token$|change.?(?:me|it)|your|example|x{3,}|\*+$|null$|none$|nil$|true$|false$|undefined$)/iu;

export function maskNamedSecrets(text: string, language: string | null = null): string {
  if (!PROMISE.test(text)) return text;
  const patterns = [QUOTED, ESCAPED, ELEMENT, ATTRIBUTE, UNQUOTED];
  if (SETTINGS.has(language ?? '')) patterns.push(SETTING);
  return patterns.reduce(maskValues, text);
}

function maskValues(text: string, pattern: RegExp): string {
  let masked = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const { name = '', value = '' } = match.groups ?? {};
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (start < from || value.includes(MASK) || HARMLESS.test(value) || ABOUT_SECRETS.test(name)) continue;
    masked += text.slice(from, start) + value.slice(0, Math.min(SHOWN_CHARACTERS, value.length >> 1)) + MASK;
    from = end;
  }
  return masked + text.slice(from);
}
