/**
 * Maps the CWE of a rule to a kind of sink (sql, shell, path and others) and says whether text of given characters can do harm there.
 * Used by ast-grep/rule-schema.ts, alphabets.ts, proofs.ts and value-checks.ts.
 */
import { type CharacterSet, invertSet, normaliseSet } from '../ast-grep/regex-syntax.ts';

export const SINKS = [
  'sql',
  'nosql',
  'shell',
  'argument',
  'path',
  'html',
  'url',
  'code',
  'line',
  'ldap',
  'xpath',
  'regex',
  'amount',
  'other',
] as const;
export type Sink = (typeof SINKS)[number];

const WEAKNESSES: Readonly<Partial<Record<Sink, readonly number[]>>> = {
  sql: [89, 564],
  nosql: [943],
  shell: [77, 78],
  argument: [88],
  path: [22, 23, 36, 59, 73, 98, 377, 434],
  html: [79, 80, 83, 87, 116],
  url: [441, 601, 918],
  code: [94, 95, 96, 470, 1336],
  line: [93, 113, 117, 644],
  ldap: [90],
  xpath: [91, 643],
  regex: [625, 730],
  amount: [190, 191, 369, 400, 409, 606, 770, 789, 834, 1284],
};

export function sinkOf(cwe: string | null): Sink {
  const number = Number(cwe?.slice('CWE-'.length));
  return SINKS.find((sink) => WEAKNESSES[sink]?.includes(number)) ?? 'other';
}

const charactersOf = (text: string): CharacterSet =>
  normaliseSet([...text].map((character) => [character.charCodeAt(0), character.charCodeAt(0)] as const));

const NOT_ASCII = [128, 0xffff] as const;
const LETTERS = [
  [65, 90],
  [97, 122],
] as const;
const PLAIN = [[48, 57], ...LETTERS, NOT_ASCII] as const;
const BLANKS = ' \t\r\n\v\f\0';

/** Characters that change what the text means there. What is not listed has none: a pattern that holds is enough. */
const HARMFUL: Readonly<Partial<Record<Sink, CharacterSet>>> = {
  sql: charactersOf(`'"\`;()=<>|&*\\#!{}[]$${BLANKS}`),
  nosql: charactersOf(`'"\`;(){}$${BLANKS}`),
  shell: invertSet([...PLAIN, ...charactersOf('_.-:@%+,/=^~')]),
  path: charactersOf('/\\\0'),
  html: charactersOf(`<>"'`),
  url: charactersOf('/\\:@.'),
  code: charactersOf(`()[]{}.'"\`=;$<>\\`),
  line: charactersOf('\r\n'),
  ldap: charactersOf('*()\\&|!=\0'),
  xpath: charactersOf(`'"[]()=|/${BLANKS}`),
  regex: charactersOf('\\^$.*+?()[]{}|'),
};

const holds = (alphabet: CharacterSet, others: CharacterSet): boolean =>
  alphabet.some(([from, to]) => others.some(([first, last]) => from <= last && first <= to));

/** Whether text of these characters alone can do no harm there. */
export function isHarmlessAlphabet(alphabet: CharacterSet, sink: Sink): boolean {
  const harmful = HARMFUL[sink];
  if (sink === 'amount') return false;
  // Without a letter code can only reckon.
  if (sink === 'code' && !holds(alphabet, LETTERS)) return true;
  return harmful === undefined || !holds(alphabet, harmful);
}
