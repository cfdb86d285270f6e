/**
 * Cuts every fixture at every byte. The first line of a fixture says what is in it; marks in its text, taken out before
 * use, say from where on a finding is whole `⟦0⟧`, may come back flagged `⟦?0⟧`, and the output is finished `⟦done⟧`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openAgentOutput, parseAgentOutput, parseAgentOutputs } from '../../src/protocol/output/agent-output.ts';
import { parseAgentOutput as parseForEvaluation } from './adapter.ts';

const FOLDER = new URL('../fixtures/agent-outputs/', import.meta.url);
const EVALUATION = new URL('../../../shared/data/recovery/agent-outputs.jsonl', import.meta.url);

interface Fixture {
  readonly name: string;
  readonly bytes: Buffer;
  readonly agent: string | null;
  readonly nonce: string | undefined;
  readonly findings: readonly (readonly [string, string, number, string])[];
  readonly wholeFrom: ReadonlyMap<number, number>;
  readonly flaggedFrom: ReadonlyMap<number, number>;
  /** Offsets at which the output becomes finished (true) or unfinished again (false). */
  readonly turns: readonly (readonly [number, boolean])[];
}

function readFixture(name: string): Fixture {
  const [meta = '', ...rest] = readFileSync(new URL(name, FOLDER), 'utf8').split('\n');
  const wholeFrom = new Map<number, number>();
  const flaggedFrom = new Map<number, number>();
  const turns: [number, boolean][] = [];
  const pieces = rest.join('\n').split(/⟦([^⟧]*)⟧/u);
  let text = '';
  for (const [i, piece] of pieces.entries()) {
    const at = Buffer.byteLength(text);
    if (i % 2 === 0) text += piece;
    else if (piece === 'done' || piece === 'open') turns.push([at, piece === 'done']);
    else if (piece.startsWith('?')) flaggedFrom.set(Number(piece.slice(1)), at);
    else wholeFrom.set(Number(piece), at);
  }
  return { name, bytes: Buffer.from(text), nonce: undefined, ...JSON.parse(meta), wholeFrom, flaggedFrom, turns };
}

const fixtures = readdirSync(FOLDER).sort().map(readFixture);
const optionsOf = ({ nonce }: Fixture) => (nonce === undefined ? {} : { nonce });
const isFinished = (fixture: Fixture, cut: number): boolean =>
  fixture.turns.findLast(([at]) => at <= cut)?.[1] ?? false;

/** What is wrong with the answer to one prefix. */
function listFaults(fixture: Fixture, cut: number): readonly string[] {
  const output = parseAgentOutput(fixture.bytes.subarray(0, cut).toString('utf8'), optionsOf(fixture));
  const finished = isFinished(fixture, cut);
  const discarded = fixture.agent === null && !finished;
  const keys = output.findings.map(({ severity, file, line, title }) => JSON.stringify([severity, file, line, title]));
  const truths = fixture.findings.map((finding) => JSON.stringify(finding));
  const lost = truths.filter((key, i) => !discarded && cut >= (fixture.wholeFrom.get(i) ?? 0) && !keys.includes(key));
  const madeUp = output.findings.filter((finding, i) => {
    const truth = truths.indexOf(keys[i] ?? '');
    const from = (finding.originallyTruncated ? fixture.flaggedFrom : fixture.wholeFrom).get(truth);
    return discarded || cut < (from ?? Number.POSITIVE_INFINITY);
  });
  return [
    ...(output.complete === finished ? [] : [`complete is ${output.complete}`]),
    ...(new Set(keys).size === keys.length ? [] : ['a finding is there twice']),
    ...lost.map((key) => `lost ${key}`),
    ...madeUp.map(({ title }) => `${title} was never said`),
  ].map((fault) => `${fixture.name} cut at ${cut}: ${fault}`);
}

describe('every prefix of every fixture', () => {
  test.each(fixtures)(
    '$name keeps what closed, invents nothing and is finished only at its end [HOST-03, HOST-04, TRUNC-07, TRUNC-08, REV-23, REV-25]',
    (fixture) => {
      const cuts = Array.from({ length: fixture.bytes.length + 1 }, (_, cut) => cut);
      expect(cuts.flatMap((cut) => listFaults(fixture, cut))).toEqual([]);
    },
  );

  test.each(fixtures)('$name reads the same in pieces of any size', (fixture) => {
    const text = fixture.bytes.toString('utf8');
    const whole = parseAgentOutput(text, optionsOf(fixture));
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const stream = openAgentOutput(optionsOf(fixture));
      const early = [];
      for (let i = 0; i < text.length; i += size) early.push(...stream.push(text.slice(i, i + size)));
      expect(stream.end()).toEqual(whole);
      expect(whole.findings).toEqual(expect.arrayContaining(early));
      if (fixture.agent !== null)
        expect(early).toHaveLength(whole.findings.filter((f) => !f.originallyTruncated).length);
    }
  });

  test.each(fixtures)('$name names its agent', (fixture) => {
    expect(parseAgentOutput(fixture.bytes.toString('utf8'), optionsOf(fixture)).agent).toBe(fixture.agent);
    expect(parseAgentOutputs(fixture.bytes.toString('utf8'), optionsOf(fixture)).map(({ agent }) => agent)).toEqual([
      fixture.agent,
    ]);
  });
});

describe('the evaluation set', () => {
  test.skipIf(!existsSync(EVALUATION))(
    'a sample of its cuts; skipped where the set is absent [TRUNC-07, TRUNC-08, TRUNC-10]',
    () => {
      const outputs = readFileSync(EVALUATION, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      for (const { text, bytes, whole_at: wholeAt, agent, lenient, findings } of outputs) {
        for (let cut = 0; cut < wholeAt; cut += 97)
          expect(parseForEvaluation(Buffer.from(text).subarray(0, cut).toString('utf8')).complete).toBe(false);
        const whole = parseForEvaluation(text);
        if (agent !== null && !lenient)
          expect([whole.complete, whole.findings.length, Buffer.byteLength(text)]).toEqual([
            true,
            findings.length,
            bytes,
          ]);
      }
    },
  );
});
