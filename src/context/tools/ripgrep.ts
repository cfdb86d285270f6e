/**
 * Finds the lines that match a pattern in texts, which are sent to ripgrep as one stream. Its engine never backtracks, so no pattern
 * is catastrophic; it runs in a process of its own that can be ended; and it gets texts, never paths, so it opens no file. Called by
 * grep.ts and mcp/search-tool.ts.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Readable as ReadableStream } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GREP_ANSWERS } from '../../prompts/context-tools.ts';
import { createLineTable } from '../chunks/line-table.ts';
import type { NamedText } from './stream-texts.ts';

export interface LineQuery {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  /** Lines to find at most. */
  readonly limit: number;
}

export interface LineMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

export type LineOutcome =
  /** In the order of the texts. `isComplete` is false where the limit or the time ended the search. */
  | { readonly kind: 'searched'; readonly matches: readonly LineMatch[]; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

const TIMEOUT_MS = 10_000;
const MAX_PATTERN_CHARS = 1000;
const MAX_OUTPUT_CHARS = 1_000_000;

/** Prints line numbers alone: every matching line is "too long" to be shown. */
const FLAGS = [
  '--no-config',
  '--text',
  '--encoding=none',
  '--line-number',
  '--no-filename',
  '--no-heading',
  '--color=never',
  '--line-buffered',
  '--max-columns=1',
  '--regex-size-limit=10M',
  '--dfa-size-limit=10M',
];

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Line `n` of the stream, as the text and line it came from. */
function createLineMap() {
  const texts: { readonly path: string; readonly from: number }[] = [];
  let lines = 0;
  return {
    add({ path, text }: NamedText): string {
      const table = createLineTable(text);
      texts.push({ path, from: lines });
      lines += table.count;
      return table.text.endsWith('\n') || table.count === 0 ? table.text : `${table.text}\n`;
    },
    locate(sorted: readonly number[]): readonly LineMatch[] {
      let at = 0;
      return sorted.map((number) => {
        while ((texts[at + 1]?.from ?? Number.POSITIVE_INFINITY) < number) at += 1;
        return { path: texts[at]?.path ?? '', line: number - (texts[at]?.from ?? 0) };
      });
    },
  };
}

async function readUpTo(stream: Readable, stop: () => void): Promise<string> {
  let text = '';
  try {
    for await (const part of stream.setEncoding('utf8')) {
      text += part as string;
      if (text.length > MAX_OUTPUT_CHARS) stop();
    }
  } catch {
    return text;
  }
  return text;
}

const parseNumbers = (output: string): readonly number[] =>
  output.split('\n').flatMap((line) => {
    const number = Number.parseInt(line, 10);
    return Number.isSafeInteger(number) ? [number] : [];
  });

async function findProgram(): Promise<string | null> {
  return import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    () => null,
  );
}

function start(program: string, { pattern, isLiteral, ignoresCase, limit }: LineQuery): Child {
  const flags = [...(isLiteral ? ['--fixed-strings'] : []), ...(ignoresCase ? ['--ignore-case'] : [])];
  const args = [...FLAGS, ...flags, `--max-count=${limit + 1}`, '-e', pattern, '-'];
  return spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
}

const isUsable = ({ pattern }: LineQuery): boolean =>
  pattern !== '' && pattern.length <= MAX_PATTERN_CHARS && !/[\0\n\r]/u.test(pattern);

const firstLines = (text: string): string => text.trim().replace(/^rg: /u, '').slice(0, 500);

/** Never throws. Texts are drawn only while they are searched. */
export async function findLines(query: LineQuery, texts: AsyncIterable<NamedText>): Promise<LineOutcome> {
  if (!isUsable(query)) {
    return { kind: 'failed', reason: GREP_ANSWERS.wrongPattern(MAX_PATTERN_CHARS) };
  }
  const program = await findProgram();
  if (program === null) return { kind: 'failed', reason: 'ripgrep is not installed for this platform' };
  const child = start(program, query);
  return searchStream(child, query.limit, texts);
}

async function searchStream(child: Child, limit: number, texts: AsyncIterable<NamedText>): Promise<LineOutcome> {
  const map = createLineMap();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  async function* feed(): AsyncGenerator<string> {
    for await (const text of texts) yield map.add(text);
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve(code));
  });
  // ripgrep closes its input when it has found enough; that ends the feeding and is no failure.
  const feeding = pipeline(ReadableStream.from(feed()), child.stdin).then(
    () => true,
    () => false,
  );
  const [output, errors, code] = await Promise.all([readUpTo(child.stdout, stop), readUpTo(child.stderr, stop), ended]);
  clearTimeout(timer);
  const isFed = await feeding;
  const numbers = parseNumbers(output);
  if (!isStopped && (code === null || code > 1))
    return { kind: 'failed', reason: firstLines(errors) || 'it ended badly' };
  const isComplete = isFed && !isStopped && numbers.length <= limit;
  return { kind: 'searched', matches: map.locate(numbers.slice(0, limit)), isComplete };
}
