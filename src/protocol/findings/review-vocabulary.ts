/**
 * Lists English words that say nothing about a problem (`issue`, `should`) and rows of words that mean the same (`delete remove
 * drop`). Read by word-overlap.ts when it compares texts of findings.
 */

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

/** Words of one row mean the same here; the first stands for them. */
export const SAME_MEANING: readonly (readonly string[])[] = [
  'delete remove drop destroy erase cleanup',
  'raise throw',
  'check validate validation verify verified verification guard assert',
  'missing lack absent omit omitted',
  'null undefined none nil nullish',
  'duplicate repeat repetition redundant dedupe deduplicate',
  'race concurrent concurrency concurrently atomic parallel simultaneous',
  'crash fail failure break broken panic',
  'wrong incorrect invalid',
  'compare comparison equality equal',
  'hardcoded hardcode fixed',
  'unused dead unreachable uncalled',
  'empty blank',
  'docstring comment documentation doc docs',
  'slow inefficient performance efficient inefficiency costly expensive',
  'bypass circumvent skip evade',
  'permission authorization authorisation access privilege',
  'async asynchronous await promise',
  'stale outdated obsolete',
  'leak leakage expose exposure disclose',
  'create insert add',
  'rename name naming',
  'call invoke invocation',
].map((row) => row.split(' '));
