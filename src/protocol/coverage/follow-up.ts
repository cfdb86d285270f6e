/**
 * Prints the command line that reviews the files a run left over, quoted so that it can be pasted into a shell, and reads such
 * lines back into paths and flags (SYNTH-05, OUTPUT-10, SCOPE-08, HOST-13). Printed by protocol/report/synthesis.ts and
 * protocol/report/reviewer-output.ts, read by cli/selection.ts.
 */

const COMMAND = '/consensus-review';
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/u;
/** Characters that would leave the line, steer a terminal or reorder what is read. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export function quotePath(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path;
  if (PLAIN.test(safe)) return safe;
  return INVISIBLE.test(safe) ? quoteEscaped(safe) : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** `$'…'` quoting, for names that hold control or formatting characters. */
function quoteEscaped(path: string): string {
  const escaped = path.replace(/[\\']|[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\\' || character === "'") return `\\${character}`;
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
  return `$'${escaped}'`;
}

/**
 * `/consensus-review a b c`, in the order given; of a change the flags that select it, and the files as a filter:
 * `/consensus-review --base main --include a,b,c`. `change` is null where no change was reviewed.
 */
export const formatFollowUp = (paths: readonly string[], change: readonly string[] | null = null): string =>
  [COMMAND, ...(change === null ? paths : [...change, '--include', paths.map(toFilter).join(',')]).map(quoteWord)].join(
    ' ',
  );

/** Flags are words as they are; a path that looks like one gets `./`. */
export const quoteWord = (word: string): string => (FLAG.test(word) ? word : quotePath(word));
const FLAG = /^--(?:staged|commit|base|head|diff|include)$|^-$/u;

/** A glob for one path: what would mean something in a list of globs stands for any one character. */
export const toFilter = (path: string): string =>
  `${path.includes('/') ? '' : './'}${path.replace(/[,*?[\](){}!+@|\\^$]|^\s|\s$/gu, '?')}`;

/** The `recommendation` of a partial output. */
export const formatReRun = (paths: readonly string[], change: readonly string[] | null = null): string =>
  `Re-run review with: ${formatFollowUp(paths, change)}`;

const LEAD_IN =
  /^\s*(?:→\s*)?(?:(?:Consider|Re-run[^:'"]*):\s+)?(?:\/consensus-review(?=\s|$)|consensus-review\s+review(?=\s|$))?/u;

const VALUED = ['commit', 'base', 'head', 'diff', 'include'];

export interface FollowUp {
  readonly paths: readonly string[];
  /** Of a change, by their names. */
  readonly flags: Readonly<Record<string, string | true>>;
}

/** What follow-up lines or bare lists name: paths in order, each once, and flags. Never throws: an open quote ends with its line. */
export function parseFollowUp(text: string): FollowUp {
  const words = text.split(/\r?\n/u).flatMap((line) => splitWords(line.replace(LEAD_IN, '')));
  const flags: Record<string, string | true> = {};
  const paths: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at]?.startsWith('--') ? words[at]?.slice(2) : undefined;
    const value = words[at + 1];
    if (name === 'staged') flags[name] = true;
    else if (name !== undefined && value !== undefined && VALUED.includes(name)) {
      flags[name] = value;
      at += 1;
    } else paths.push(words[at] ?? '');
  }
  return { paths: [...new Set(paths.map(dropGuard))], flags };
}

/** `./-x` was printed for `-x`. */
const dropGuard = (path: string): string => (path.startsWith('./-') ? path.slice(2) : path);

const TOKEN =
  /\$'(?<escaped>(?:[^'\\]|\\.)*)(?:'|$)|'(?<single>[^']*)(?:'|$)|"(?<double>(?:[^"\\]|\\.)*)(?:"|$)|\\(?<backslash>.?)|(?<gap>\s+)|(?<plain>[^\s'"\\$]+|\$)/gsu;

/** Words of one shell line; quotes are taken off, nothing is expanded. */
function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const { groups = {} } of line.matchAll(TOKEN)) {
    if (groups.gap === undefined) word = (word ?? '') + unquote(groups);
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

function unquote(groups: Readonly<Record<string, string | undefined>>): string {
  if (groups.escaped !== undefined) return unescapeCharacters(groups.escaped);
  if (groups.double !== undefined) return groups.double.replace(/\\(["\\$`])/gu, '$1');
  return groups.single ?? groups.backslash ?? groups.plain ?? '';
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const LAST_CODE_POINT = 0x10_ffff;

const unescapeCharacters = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))/gsu, (whole, short, long, other) => {
    if (other !== undefined) return NAMED_ESCAPES[other] ?? other;
    const code = Number.parseInt(short ?? long, 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
