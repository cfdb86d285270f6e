/**
 * Says of a file whether anything in it can have a full name that an expression of a rule accepts, by words alone: a full name begins
 * with a word of the text (flow/names.ts). Data flow of a file need not be prepared to name what cannot be meant. Errs towards yes.
 * Used by ast-grep.ts.
 */
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { type Pattern, parsePattern } from './regex-syntax.ts';

/**
 * The first word of accepted names, in lower case. `whole`: nothing of the word follows; `part`: something may; `called`: it is
 * called. While an expression is read: `before` its beginning, `open` within the word, `unknown` where another word may begin a name.
 */
interface Head {
  readonly text: string;
  readonly state: 'before' | 'open' | 'whole' | 'part' | 'called' | 'unknown';
}

const MAX_HEADS = 200;
const WORD = /^[a-z0-9_$]$/u;
const UNKNOWN: readonly Head[] = [{ text: '', state: 'unknown' }];

const known = new WeakMap<RegExp, readonly Head[] | null>();

/** Null where a name may begin with any word. */
const readHeads = (expression: RegExp): readonly Head[] | null => {
  const heads = known.get(expression);
  if (heads !== undefined) return heads;
  const pattern = parsePattern(expression.source);
  const read = pattern === null ? UNKNOWN : extend([{ text: '', state: 'before' }], pattern).map(close);
  const answer = read.some(({ state }) => state === 'unknown') ? null : read;
  known.set(expression, answer);
  return answer;
};

const isRead = ({ state }: Head): boolean => state !== 'before' && state !== 'open';

const close = (head: Head): Head => (isRead(head) ? head : { ...head, state: head.text === '' ? 'unknown' : 'part' });

function extend(heads: readonly Head[], pattern: Pattern): readonly Head[] {
  switch (pattern.kind) {
    case 'empty':
    case 'look':
      return heads;
    case 'anchor':
      return heads.map((head) => anchor(head, pattern.text));
    case 'set':
      return heads.map((head) => take(head, pattern));
    case 'group':
      return extend(heads, pattern.body);
    case 'sequence':
      return pattern.items.reduce(extend, heads);
    case 'choice':
      return limit(pattern.options.flatMap((option) => extend(heads, option)));
    case 'repeat': {
      const once = extend(heads, pattern.body);
      const several = pattern.max > 1 ? once.map(close) : once;
      return pattern.min > 0 ? several : limit([...heads, ...several]);
    }
  }
}

function limit(heads: readonly Head[]): readonly Head[] {
  const apart = new Map(heads.map((head) => [`${head.state} ${head.text}`, head]));
  return apart.size > MAX_HEADS ? UNKNOWN : [...apart.values()];
}

function anchor(head: Head, text: string): Head {
  if (isRead(head)) return head;
  if (text === '^') return head.text === '' ? { text: '', state: 'open' } : { text: '', state: 'unknown' };
  return text === '$' && head.text !== '' ? { ...head, state: 'whole' } : close(head);
}

function take(head: Head, { set, literal }: Extract<Pattern, { readonly kind: 'set' }>): Head {
  if (isRead(head)) return head;
  if (head.state === 'before') return { text: '', state: 'unknown' };
  const codes = set.flatMap(([from, to]) => (to - from < 2 ? [from, to] : [-1]));
  const letters = new Set(literal === null ? codes.map(letterOf) : [literal.toLowerCase()]);
  const [letter = ''] = letters;
  if (letters.size > 1 || letter === '') return close(head);
  if (WORD.test(letter)) return { text: head.text + letter, state: 'open' };
  if (head.text !== '') return { ...head, state: letter === '(' ? 'called' : 'whole' };
  // `<response>` is a name of ours that no text has.
  return letter === '<' ? { text: '', state: 'unknown' } : head;
}

const letterOf = (code: number): string => (code < 0 ? '' : String.fromCharCode(code).toLowerCase());

/** Whether something that reads like this may have such a name. */
export type MayBeNamed = (expression: RegExp, written: string) => boolean;

export function createNameTest(text: string): MayBeNamed {
  const lower = text.toLowerCase();
  let all: ReadonlySet<string> | null = null;
  let values: ReadonlySet<string> | null = null;
  const answers = new Map<RegExp, boolean>();
  const hasHead = (head: Head): boolean => {
    if (head.state === 'called') {
      all ??= new Set(lower.match(/[a-z0-9_$]+/gu));
      return all.has(head.text);
    }
    // What is called and nowhere a value gives its name to nothing else.
    values ??= new Set(lower.match(/[a-z0-9_$]+(?![a-z0-9_$]|\s*\()/gu));
    return head.state === 'whole' ? values.has(head.text) : startsAny(values, head.text);
  };
  return (expression, written) => {
    const heads = readHeads(expression);
    if (heads === null) return true;
    const own = /[a-z0-9_$]+/u.exec(written.toLowerCase())?.[0] ?? '';
    if (heads.some(({ text: head, state }) => (state === 'part' ? own.startsWith(head) : own === head))) return true;
    return getOrAdd(answers, expression, () => heads.some(hasHead));
  };
}

function startsAny(words: ReadonlySet<string>, head: string): boolean {
  for (const word of words) if (word.startsWith(head)) return true;
  return false;
}
