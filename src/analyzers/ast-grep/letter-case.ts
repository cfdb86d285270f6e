/**
 * Rewrites `(?i:…)` in the source of a regular expression as both cases of each letter, because V8 handles that modifier wrongly for
 * alternatives that begin alike. Used by rule-schema.ts and match-conditions.ts.
 */
const ESCAPE = String.raw`\\(?:[pPu]\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|[\s\S])`;
const TOKEN = new RegExp(String.raw`${ESCAPE}|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|\(\?<\w+>|\(\?[a-z]*:|[\s\S]`, 'gu');
/** In a set: escapes stay, ranges and letters are doubled. */
const MEMBER = new RegExp(`${ESCAPE}|[A-Za-z]-[A-Za-z]|[A-Za-z]`, 'gu');
const IGNORING = /^\(\?[a-z]*i[a-z]*:$/u;

const bothCases = (text: string): string => `${text.toLowerCase()}${text.toUpperCase()}`;

export function expandLetterCase(source: string): string {
  if (!source.includes('(?i')) return source;
  const groups: boolean[] = [];
  let out = '';
  for (const [token] of source.matchAll(TOKEN)) {
    out += groups.at(-1) === true ? expandToken(token) : token.replace(/^\(\?i:$/u, '(?:');
    if (token.startsWith('(')) groups.push(groups.at(-1) === true || IGNORING.test(token));
    else if (token === ')') groups.pop();
  }
  return out;
}

function expandToken(token: string): string {
  if (/^[A-Za-z]$/u.test(token)) return `[${bothCases(token)}]`;
  if (!token.startsWith('[')) return token.replace(/^\(\?i:$/u, '(?:');
  return token.replaceAll(MEMBER, (part) => (part.startsWith('\\') ? part : bothCases(part)));
}
