import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { astGrep } from '../../src/analyzers/ast-grep/declaration.ts';
import { openAnalyzer } from '../../src/analyzers/open-analyzer.ts';
import { scanProject } from '../scan-project.ts';

/** What a language's programs are made of: a source, a way of its value, a sink. A twin differs in the way alone. */
interface Parts {
  readonly file: string;
  readonly shapes: readonly string[];
  readonly sources: readonly string[];
  readonly ways: readonly { readonly name: string; readonly flaw: string; readonly twin: string }[];
  readonly sinks: readonly { readonly cwe: string; readonly code: string }[];
  readonly plain?: readonly { readonly cwe: string; readonly flaw: string; readonly twin: string }[];
  /** Ways and sinks that are known to be missed. */
  readonly missed?: readonly string[];
}

interface Program {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly cwe: string;
  readonly isFlaw: boolean;
}

const FOLDER = new URL('./', import.meta.url);
const LANGUAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));
const readParts = (name: string): Parts => parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Parts;

/** A line that is nothing but a slot becomes the code, indented as the slot is. */
const fill = (shape: string, slots: Readonly<Record<string, string>>): string =>
  shape.replaceAll(/^([ \t]*)\{(source|way|sink)\}$/gmu, (_, indent: string, slot: string) =>
    (slots[slot] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => indent + line)
      .join('\n'),
  );

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Every way, source, sink and shape at least twice, in changing company. */
function* compose({ file, shapes, sources, ways, sinks, plain = [] }: Parts): Generator<Program> {
  let number = 0;
  const make = (
    name: string,
    shape: string,
    slots: Readonly<Record<string, string>>,
    rest: Omit<Program, 'name' | 'path' | 'text'>,
  ): Program => {
    number += 1;
    const place = (text: string): string => text.replaceAll('{n}', String(number));
    return { name, path: place(file), text: place(fill(shape, slots)), ...rest };
  };
  const rounds = 2 * Math.max(ways.length, sinks.length);
  for (let round = 0; round < rounds; round += 1) {
    const [way, sink] = [at(ways, round), at(sinks, round + Math.floor(round / sinks.length))];
    for (const kind of ['flaw', 'twin'] as const)
      yield make(
        `${way.name}, ${sink.cwe}, ${kind}`,
        at(shapes, Math.floor(round / 2)),
        { source: at(sources, round * 3), way: way[kind], sink: sink.code },
        { cwe: sink.cwe, isFlaw: kind === 'flaw' },
      );
  }
  for (const [index, { cwe, ...one }] of plain.entries())
    for (const kind of ['flaw', 'twin'] as const)
      yield make(
        `${cwe} ${index}, ${kind}`,
        at(shapes, 0),
        { source: at(sources, index), way: '', sink: one[kind] },
        { cwe, isFlaw: kind === 'flaw' },
      );
}

/** CWEs that say the same of these programs. */
const SAME: Readonly<Record<string, string>> = {
  'CWE-88': 'CWE-78',
  'CWE-916': 'CWE-328',
  'CWE-338': 'CWE-330',
  'CWE-95': 'CWE-94',
  'CWE-73': 'CWE-22',
};

describe.each(LANGUAGES)('values in %s', (language) => {
  test('a value is followed on the ways that can be taken, and on no other', { timeout: 120_000 }, async () => {
    const parts = readParts(language);
    const programs = [...compose(parts)];
    const { findings } = await scanProject(
      openAnalyzer(astGrep),
      Object.fromEntries(programs.map(({ path, text }) => [path, text])),
    );
    const told = new Set(findings.map(({ file, cwe }) => `${file} ${SAME[cwe ?? ''] ?? cwe}`));
    const isTold = ({ path, cwe }: Program): boolean => told.has(`${path} ${cwe}`);
    const wrong = programs
      .filter((program) => isTold(program) !== program.isFlaw)
      .map(({ name, path }) => `${name} (${path})`);
    expect(wrong).toEqual(parts.missed ?? []);
  });
});
