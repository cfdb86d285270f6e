/** The vocabulary of reviews: words that say nothing about a problem, and words that say the same about it. Plain English, no names of projects. */

/** Words of every second review, whatever it is about. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  (
    'actual actually allow allowing allows always appear appears behavior behaviour bug cause causes causing change changed ' +
    'changes class code consider correctly could currently directly ensure error even example existing field fix function ' +
    'implementation intended intent issue issues lead leading leads like likely line lines logic make makes making may ' +
    'method need needs never new potential potentially problem proper properly rather result resulting results should ' +
    'still though unexpected value variable'
  ).split(' '),
);

/** The first word of a row stands for all of it. */
const SAME_MEANING = [
  'delete remove drop destroy erase cleanup',
  'raise throw',
  'check validate verify validation guard assert',
  'missing lack lacks absent omit omits omitted',
  'null undefined none nil nullish',
  'duplicate repeat repeated repetition duplicated redundant dedupe deduplicate',
  'race concurrent concurrency concurrently atomic parallel simultaneous simultaneously',
  'crash fail failure break breaks broken panic',
  'wrong incorrect invalid incorrectly wrongly',
  'compare comparison equality equal equals',
  'hardcoded hardcode fixed',
  'unused dead unreachable uncalled',
  'empty blank',
  'docstring comment documentation doc docs',
  'slow inefficient performance efficient inefficiency costly expensive',
  'bypass circumvent skip evade',
  'permission authorization authorisation access privilege',
  'async asynchronous asynchronously await awaited promise',
  'stale outdated obsolete',
  'leak leakage expose exposure disclose',
  'create insert add',
  'rename name naming',
  'call invoke invoked invocation',
];

export const MEANINGS: ReadonlyMap<string, string> = new Map(
  SAME_MEANING.flatMap((row) => {
    const [head = '', ...others] = row.split(' ');
    return others.map((word) => [word, head] as const);
  }),
);
