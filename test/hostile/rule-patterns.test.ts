/**
 * Patterns of rules are tried on whole files of strangers: with text made of a pattern's own words, and of blanks behind them, none of
 * them may take time that grows with the square of the text.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const RULES = join(import.meta.dirname, '../../rules');
const CHARACTERS = 40_000;
/** What takes less is no danger: what grows with the square takes 100 ms and more for so many characters. */
const MOST_MS = 80;
/** Twice the text takes twice the time, or four times where it grows with the square: a busy machine does not change that. */
const MOST_GROWTH = 3;
const TRIES = 4;
const TEXT_PATTERNS = new Set(['requires', 'unless', 'unlessAround']);

interface Pattern {
  readonly at: string;
  readonly source: string;
}

function listPatterns(value: unknown, at: string): readonly Pattern[] {
  if (Array.isArray(value)) return value.flatMap((each) => listPatterns(each, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string' && TEXT_PATTERNS.has(key)
      ? [{ at: `${at}: ${key}`, source: each }]
      : listPatterns(each, at),
  );
}

const PATTERNS = globSync('**/*.yml', { cwd: RULES })
  .filter((path) => !path.endsWith('.cases.yml'))
  .flatMap((path) => listPatterns(parse(readFileSync(join(RULES, path), 'utf8')), path))
  .filter(({ source }) => /[*+]|\{\d+,/u.test(source));

function compile(source: string): RegExp | null {
  for (const flags of ['u', ''])
    try {
      return new RegExp(source.replace(/^\(\?i\)/u, ''), flags);
    } catch {
      // Written for the engine of ast-grep, which does not backtrack.
    }
  return null;
}

/** What a pattern is made of, read roughly. */
const listPieces = (source: string): readonly string[] => [
  ...new Set(
    source
      .replaceAll(/\\[a-zA-Z]/gu, ' ')
      .replaceAll(/\\(.)/gu, '$1')
      .match(/[A-Za-z_]{2,}[.(]?|[^\sA-Za-z\d]/gu),
  ),
];

const BLANKS = [' ', '\t', '\n', 'a', '('];

function* listTexts(source: string): Generator<string> {
  const pieces = listPieces(source);
  const fill = (piece: string): string => piece.repeat(CHARACTERS / piece.length);
  for (const piece of [...pieces, ...BLANKS]) yield `${fill(piece)}\u0001`;
  const words = pieces.filter(({ length }) => length > 2);
  for (const word of words) for (const next of [' ', '(']) yield `${fill(`${word}${next}`)}\u0001`;
  for (const head of words.slice(0, 4)) for (const blank of BLANKS) yield `${head}${fill(blank)}\u0001`;
}

/** The least of several tries; no more once it is below `enough`. */
function measure(pattern: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least > enough; tried += 1) {
    const before = process.cpuUsage();
    pattern.test(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** How many times as long the whole text takes as its half; 0 where it takes no time to speak of. */
function measureGrowth(pattern: RegExp, text: string): number {
  const whole = measure(pattern, text, MOST_MS);
  if (whole <= MOST_MS) return 0;
  const half = `${text.slice(0, text.length / 2)}\u0001`;
  return whole / measure(pattern, half, whole / MOST_GROWTH / 2);
}

test('no pattern of a rule takes the square of hostile text [TRUST-08]', { timeout: 300_000 }, () => {
  expect(PATTERNS.length).toBeGreaterThan(200);
  const slow = PATTERNS.flatMap(({ at, source }) => {
    const pattern = compile(source);
    if (pattern === null) return [];
    for (const text of listTexts(source)) {
      const growth = measureGrowth(pattern, text);
      if (growth > MOST_GROWTH) return [`${at}: × ${growth.toFixed(1)} for twice ${JSON.stringify(text.slice(0, 20))}`];
    }
    return [];
  });
  expect(slow).toEqual([]);
});
