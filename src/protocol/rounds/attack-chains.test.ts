import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { SEVERITIES, type Severity } from '../findings/severity.ts';
import {
  CHAIN_PATTERNS,
  type ChainFinding,
  type ChainTrait,
  chooseDepth,
  combineSeverity,
  MAX_CHAINS,
  selectChains,
} from './attack-chains.ts';

/** Of this thread's CPU time, which other work on the machine does not stretch as it does the clock. */
const SECOND_MICROS = 1_000_000;

const finding = (id: string, dimension: Dimension | null, said: Partial<ChainFinding> = {}): ChainFinding => ({
  id,
  dimension,
  severity: 'HIGH',
  traits: [],
  title: `title ${id}`,
  file: 'a.ts',
  line: 7,
  ...said,
});
const of = (...severities: Severity[]) => severities.map((severity) => ({ severity }));

test('two Critical or High findings get flows only, three get chains too', () => {
  expect(chooseDepth([])).toBe('flows');
  expect(chooseDepth(of('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'))).toBe('flows');
  expect(chooseDepth(of('CRITICAL', 'HIGH', 'HIGH'))).toBe('flows-and-chains');
});

describe('patterns', () => {
  const filler = [finding('Z1', 'D4'), finding('Z2', 'D4'), finding('Z3', 'D4')];
  const titles = (...findings: ChainFinding[]): string[] =>
    selectChains([...findings, ...filler]).chains.map(({ title }) => title);
  const trait = (id: string, dimension: Dimension | null, ...traits: ChainTrait[]) =>
    finding(id, dimension, { traits });

  test.each<[string, ChainFinding, ChainFinding]>([
    ['leaked key or setting to forged identity', finding('A', 'D7'), finding('B', 'D2')],
    ['request forgery to internal service', finding('A', 'D6'), trait('B', 'D8', 'internal-service')],
    ['upload to traversal', trait('A', 'D5', 'upload'), trait('B', 'D5', 'traversal')],
    ['injection past authorization', finding('A', 'D1'), finding('B', 'D3')],
    ['business logic to payment', finding('A', 'D9'), trait('B', 'D3', 'payment')],
    ['stored injection to admin trigger', trait('A', 'D1', 'stored'), trait('B', 'D9', 'admin-trigger')],
    ['supply chain to code execution', finding('A', 'D10'), trait('B', 'D4', 'code-execution')],
    ['prompt injection to tool use', trait('A', null, 'prompt-injection'), trait('B', null, 'tool-use')],
  ])('%s', (title, opener, follower) => {
    expect(titles(opener, follower)).toContain(title);
    expect(titles(opener)).not.toContain(title);
  });

  test('broken authentication opens the way to everything', () => {
    expect(titles(finding('A', 'D2'))).toEqual(Array(3).fill('authentication bypass to protected flaw'));
    expect(titles()).toEqual([]);
  });

  test('an upload outside file operations opens nothing', () => {
    expect(titles(trait('A', 'D8', 'upload'), trait('B', 'D5', 'traversal'))).toEqual([]);
  });

  test('there are nine of them', () => expect(CHAIN_PATTERNS).toHaveLength(9));
});

test('a chain lists preconditions, steps, amplification and a severity of its own', () => {
  const { chains, leftOut } = selectChains([finding('F1', 'D1'), finding('F2', 'D3'), finding('F3', 'D4')]);
  expect({ chains, leftOut }).toEqual({
    chains: [
      {
        id: 'AC-01',
        title: 'injection past authorization',
        findings: ['F1', 'F2'],
        preconditions: ['input reaches an interpreter'],
        steps: ['F1 title F1 (a.ts:7)', 'F2 title F2 (a.ts:7)'],
        amplification: 'data of other users is read or changed',
        severity: 'CRITICAL',
      },
    ],
    leftOut: 0,
  });
});

test('the combined severity is one level above the worse', () => {
  expect(combineSeverity('LOW', 'LOW')).toBe('MEDIUM');
  expect(combineSeverity('LOW', 'HIGH')).toBe('CRITICAL');
  expect(combineSeverity('CRITICAL', 'LOW')).toBe('CRITICAL');
});

test('no more than twenty chains, no pair twice, and what is left out is counted exactly', () => {
  const findings = fc.array(
    fc.record({
      dimension: fc.option(fc.constantFrom(...DIMENSIONS)),
      severity: fc.constantFrom(...SEVERITIES),
      traits: fc.subarray<ChainTrait>([
        'upload',
        'traversal',
        'payment',
        'stored',
        'admin-trigger',
        'internal-service',
      ]),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(findings, (said) => {
      const all = said.map((one, i) => finding(`F${i}`, one.dimension, one));
      const { chains, leftOut } = selectChains(all);
      expect(chains.length).toBeLessThanOrEqual(MAX_CHAINS);
      let pairs = 0;
      for (const pattern of CHAIN_PATTERNS)
        all.forEach((a, i) => {
          for (const b of all.slice(i + 1)) {
            const matches = (pattern.opens(a) && pattern.follows(b)) || (pattern.opens(b) && pattern.follows(a));
            if (matches) pairs += 1;
          }
        });
      expect(chains.length + leftOut).toBe(chooseDepth(all) === 'flows' ? 0 : pairs);
      const keys = chains.map(({ title, findings: pair }) => [title, ...pair.toSorted()].join());
      expect(new Set(keys).size).toBe(chains.length);
    }),
  );
});

test('100,000 findings take well under a second', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => finding(`F${i}`, DIMENSIONS[i % 10]!));
  const start = process.threadCpuUsage();
  expect(selectChains(many).chains).toHaveLength(MAX_CHAINS);
  const { user, system } = process.threadCpuUsage(start);
  expect(user + system).toBeLessThan(SECOND_MICROS);
});

test('the order of findings does not change the chains', () => {
  const findings = [
    finding('F1', 'D1'),
    finding('F2', 'D3'),
    finding('F3', 'D3'),
    finding('F4', 'D1', { severity: 'LOW' }),
  ];
  expect(selectChains(findings.toReversed())).toEqual(selectChains(findings));
});
