/**
 * Formats and parses the one-sentence `summary_brief` of a return signal: one fixed template for each of the five coordinator
 * types. Above 150 code points a name and the action are shortened, else it is refused (BRIEF, SIG-01, SIG-10..13). Called by
 * signal-build.ts and signal-validation.ts; its text helpers by others of this folder.
 */

export const COORDINATOR_TYPES = ['research', 'implementer', 'testing', 'debug', 'repair'] as const;
export type CoordinatorType = (typeof COORDINATOR_TYPES)[number];

export const BRIEF_LIMIT = 150;
export const COMPLETE = 'COMPLETE';

const MAX_PHASES = 1000;
const MIN_SHORTENED = 8;

interface BriefTail {
  /** 0..100 */
  readonly usagePercent: number;
  readonly next: string;
}

type BriefHead =
  | { readonly coordinatorType: 'research'; readonly topics: number; readonly findings: number }
  | {
      readonly coordinatorType: 'implementer';
      readonly waves: { readonly first: number; readonly last: number };
      /** Ascending, without repeats. */
      readonly phases: readonly number[];
      readonly tasks: number;
      /** The last wave with nothing remaining; `next` is then COMPLETE and only `waves.last` is written. */
      readonly isFinal: boolean;
    }
  | { readonly coordinatorType: 'testing'; readonly suites: number; readonly passed: number; readonly total: number }
  | { readonly coordinatorType: 'debug'; readonly issues: number; readonly files: number }
  | {
      readonly coordinatorType: 'repair';
      readonly instances: number;
      readonly pattern: string;
      readonly files: number;
    };

export type Brief = BriefHead & BriefTail;

type PlainType = Exclude<CoordinatorType, 'implementer'>;

/** The part before `Context:` of all types but one, with the names of its values: written, read and shown from here. */
const PLAIN_HEADS = {
  research: 'Completed research on {topics} topics with {findings} findings',
  testing: 'Completed {suites} test suites with {passed}/{total} tests passing',
  debug: 'Debugged {issues} issues in {files} files',
  repair: 'Repaired {instances} instances of {pattern} in {files} files',
} as const satisfies Readonly<Record<PlainType, string>>;

const VALUE = /\{(\w+)\}/gu;
const LETTERS = ['N', 'X', 'Y'];

/** With letters for the values, as people are shown it. */
function describeHead(type: CoordinatorType): string {
  if (type === 'implementer') return 'Completed Wave X-Y (Phase A,B,C) with N tasks';
  const letters = LETTERS.values();
  return PLAIN_HEADS[type].replace(VALUE, () => letters.next().value ?? '');
}

export const describeTemplate = (type: CoordinatorType): string => `${describeHead(type)}. Context: P%. Next: ACTION.`;

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** One line that a line parser reads back: `"` becomes `'`, control characters and lone surrogates go (SIG-13). */
export const toSignalLine = (text: string): string =>
  text.replaceAll('"', "'").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '');

/** At most `limit` code points, cut at a word where one ends in the second half, marked with an ellipsis. */
export function shortenText(text: string, limit: number): string {
  const points = [...text];
  if (points.length <= limit) return text;
  const kept = points.slice(0, Math.max(0, limit - 1)).join('');
  const space = kept.lastIndexOf(' ');
  return `${(space > kept.length / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
}

/** Runs of three and more as ranges, anything shorter with commas (SIG-01). */
export function formatPhases(phases: readonly number[]): string {
  const parts: string[] = [];
  const sorted = sortPhases(phases);
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] ?? 0;
    let length = 1;
    while (sorted[at + length] === first + length) length += 1;
    const isRange = length >= 3;
    parts.push(isRange ? `${first}-${first + length - 1}` : String(first));
    at += isRange ? length : 1;
  }
  return parts.join(',');
}

/** `1,2,3`, `1-3` and mixtures; null for anything else, descending ranges and more than 1000 phases. */
export function parsePhases(text: string): readonly number[] | null {
  const phases = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    if (match === null) return null;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first || last - first + phases.size >= MAX_PHASES) return null;
    for (let phase = first; phase <= last; phase += 1) phases.add(phase);
  }
  return sortPhases([...phases]);
}

const sortPhases = (phases: readonly number[]): readonly number[] => [...new Set(phases)].sort((a, b) => a - b);

export type FormattedBrief =
  | { readonly kind: 'brief'; readonly text: string }
  | { readonly kind: 'unwritable'; readonly message: string };

/** Writes the sentence; above 150 code points the pattern name, then the action is shortened; Context and Next stay. */
export function formatBrief(brief: Brief): FormattedBrief {
  const clean = cleanBrief(brief);
  for (const candidate of [clean, ...shortenedBriefs(clean)]) {
    const text = writeBrief(candidate);
    if (countCodePoints(text) > BRIEF_LIMIT) continue;
    const parsed = parseBrief(text);
    return parsed.kind === 'brief'
      ? { kind: 'brief', text }
      : { kind: 'unwritable', message: `the values do not match the template: ${parsed.message}` };
  }
  return { kind: 'unwritable', message: `the summary needs more than ${BRIEF_LIMIT} characters` };
}

function cleanBrief(brief: Brief): Brief {
  const next = cleanAction(brief.next);
  if (brief.coordinatorType === 'repair') {
    const pattern = dropPatternWord(toSignalLine(brief.pattern).trim());
    return { ...brief, next, pattern: shortenText(pattern, BRIEF_LIMIT) };
  }
  return brief.coordinatorType === 'implementer' && brief.isFinal ? { ...brief, next: COMPLETE } : { ...brief, next };
}

/** The template ends a name with the word, the sample does not: written without, read either way (SIG-11). */
function dropPatternWord(name: string): string {
  let bare = name;
  while (bare.endsWith(' pattern')) bare = bare.slice(0, -' pattern'.length).trimEnd();
  return bare;
}

function cleanAction(action: string): string {
  const line = toSignalLine(action).trim();
  let end = line.length;
  while (end > 0 && (line[end - 1] === '.' || line[end - 1] === ' ')) end -= 1;
  return shortenText(line.slice(0, end), BRIEF_LIMIT);
}

function* shortenedBriefs(brief: Brief): Generator<Brief> {
  let shortest = brief;
  if (brief.coordinatorType === 'repair') {
    for (let limit = countCodePoints(brief.pattern) - 1; limit >= MIN_SHORTENED; limit -= 1) {
      const shortened: Brief = { ...brief, pattern: shortenText(brief.pattern, limit) };
      shortest = shortened;
      yield shortened;
    }
  }
  for (let limit = countCodePoints(brief.next) - 1; limit >= MIN_SHORTENED; limit -= 1) {
    yield { ...shortest, next: shortenText(brief.next, limit) };
  }
}

const writeBrief = (brief: Brief): string =>
  `${writeHead(brief)}. Context: ${brief.usagePercent}%. Next: ${brief.next}.`;

function writeHead(brief: Brief): string {
  if (brief.coordinatorType !== 'implementer') {
    const values: Readonly<Record<string, unknown>> = { ...brief };
    return PLAIN_HEADS[brief.coordinatorType].replace(VALUE, (_, name: string) => String(values[name]));
  }
  const { first, last } = brief.waves;
  const waves = brief.isFinal || first === last ? `${last}` : `${first}-${last}`;
  const label = brief.isFinal ? 'final Wave' : 'Wave';
  return `Completed ${label} ${waves} (Phase ${formatPhases(brief.phases)}) with ${brief.tasks} tasks`;
}

export type ParsedBrief =
  /** `violations` says what a lenient reading had to mend; empty in strict mode. */
  | { readonly kind: 'brief'; readonly brief: Brief; readonly violations: readonly string[] }
  | { readonly kind: 'mismatch'; readonly message: string };

/** Reads any of the five templates. Strict takes only what `formatBrief` writes and the seed's own variants. */
export function parseBrief(text: string, mode: 'strict' | 'lenient' = 'strict'): ParsedBrief {
  const mended = mode === 'lenient' ? repairBrief(text) : { text, violations: [] };
  const split = mended.text.indexOf('. Context: ');
  if (split < 0) return mismatch('`. Context: P%` is missing after the counts');
  const tail = readTail(mended.text.slice(split));
  if (typeof tail === 'string') return mismatch(tail);
  const head = readHead(mended.text.slice(0, split));
  if (head === null) return mismatch('the part before `Context:` follows none of the five templates');
  if (head.coordinatorType === 'implementer' && head.isFinal && tail.next !== COMPLETE) {
    return mismatch('a final wave is followed by `Next: COMPLETE.`');
  }
  return { kind: 'brief', brief: { ...head, ...tail }, violations: mended.violations };
}

const mismatch = (message: string): ParsedBrief => ({ kind: 'mismatch', message });

function readTail(text: string): BriefTail | string {
  const context = /^\. Context: (\d{1,3})%\. /.exec(text);
  if (context === null) return '`Context: P%.` needs P as digits';
  const usagePercent = Number(context[1]);
  if (usagePercent > 100) return '`Context: P%` needs P from 0 to 100';
  const rest = text.slice(context[0].length);
  if (!(rest.startsWith('Next: ') && rest.endsWith('.'))) return '`Next: ACTION.` is missing at the end';
  const next = rest.slice('Next: '.length, -1);
  const isAction = next !== '' && next === next.trim() && !next.endsWith('.') && next === toSignalLine(next);
  return isAction ? { usagePercent, next } : '`Next: ACTION.` needs an action without quotes, line breaks or final dot';
}

/** The template counts `{count} {unit}`: any noun, of up to three words (BRIEF-10). */
const IMPLEMENTER_HEAD =
  /^Completed (final )?Wave (\d{1,9})(?:-(\d{1,9}))? \(Phase ([\d,-]+)\) with (\d{1,9}) \p{L}[\p{L}\p{M}-]*(?: \p{L}[\p{L}\p{M}-]*){0,2}$/u;

const PLAIN_TYPES = Object.keys(PLAIN_HEADS) as readonly PlainType[];

/** Numbers by their name; the pattern of a repair is the one value in words. */
const PLAIN_PATTERNS = PLAIN_TYPES.map((type) => {
  const pattern = PLAIN_HEADS[type].replace(VALUE, (_, name: string) =>
    name === 'pattern' ? `(?<${name}>\\S.*)` : `(?<${name}>\\d{1,9})`,
  );
  return { type, pattern: new RegExp(`^${pattern}$`) };
});

function readHead(text: string): BriefHead | null {
  const implementer = IMPLEMENTER_HEAD.exec(text);
  if (implementer !== null) return readImplementer(implementer.slice(1).map((group) => group ?? ''));
  for (const { type, pattern } of PLAIN_PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const values = Object.entries(groups).map(([name, said]) =>
      name === 'pattern' ? [name, dropPatternWord(said)] : [name, Number(said)],
    );
    return { coordinatorType: type, ...Object.fromEntries(values) };
  }
  return null;
}

function readImplementer([final, from, to, phaseList = '', tasks]: readonly string[]): BriefHead | null {
  const isFinal = final !== '';
  const first = Number(from);
  const last = to === '' ? first : Number(to);
  const phases = parsePhases(phaseList);
  if (phases === null || last < first || (isFinal && to !== '')) return null;
  return { coordinatorType: 'implementer', waves: { first, last }, phases, tasks: Number(tasks), isFinal };
}

/** What coordinators in the wild write instead (SIG-04), each with the violation it is recorded as. */
const MENDS: readonly { readonly pattern: RegExp; readonly write: string; readonly violation: string }[] = [
  { pattern: /\. Context: ~ ?(?=\d)/, write: '. Context: ', violation: 'usage is written with `~`' },
  { pattern: /\. Context: (\d{1,3})\.\d{1,9}%/, write: '. Context: $1%', violation: 'usage is not an integer' },
  { pattern: /\(Phases (?=\d)/, write: '(Phase ', violation: '`Phases` stands for `Phase`' },
];

function repairBrief(text: string): { readonly text: string; readonly violations: readonly string[] } {
  let mended = text;
  const violations: string[] = [];
  for (const { pattern, write, violation } of MENDS) {
    const next = mended.replace(pattern, write);
    if (next !== mended) violations.push(violation);
    mended = next;
  }
  return { text: mended, violations };
}
