/**
 * Runs of reviewers whose provider does everything to be paid more: it ignores the length it was granted, lies about usage,
 * fills arguments, thinks without end, calls without end, answers nothing, and goes on after it must return. Drawn from a seed.
 * Real engine, driver, meters, retries and accounts; the double stands at the port of a model. Measures what crossed it.
 */

import { createModelCaller } from '../../src/models/create-model-caller.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Model, TurnRequest } from '../../src/ports/model.ts';
import { createRunAccount } from '../../src/protocol/budget/run-account.ts';
import { DEFAULT_THRESHOLDS } from '../../src/protocol/budget/thresholds.ts';
import type { ToolCall, TurnEnd, TurnOutcome, TurnUsage } from '../../src/protocol/calls/turn-outcome.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import { REVIEWERS, type ReviewerProfile } from '../../src/protocol/reviewers/reviewer.ts';
import { createAsk } from '../../src/reviewers/model/ask-model.ts';
import { createModelDriver } from '../../src/reviewers/model/review/model-driver.ts';
import type { KeyedCall } from '../../src/runs/recorded-calls.ts';
import { createTestEngine } from '../../src/testing/index.ts';
import { between, createRandom, pick, type Random } from './seeded-random.ts';

const AGENTS = 3;
/** The most that arrives between two looks at a socket: where an answer is cut, the piece in which that happens was read. */
const CHUNK = 65_536;
/** Thoughts and arguments are counted in slices (slice-counter.ts): one that does not fit any more is not booked. */
const SLICE_TOKENS = 256;
const NONCE = 'abc';
const PRICE = { input: 3, cached: 0.3, write: 3, output: 15, contextTokens: null, maxOutputTokens: null };
/** Cheap, and the same whether a text is counted whole or in slices. */
const count = (text: string): number => Math.ceil(text.length / 4);
const counter = { encoding: 'quarters', count };
const INSTANT: Clock = { now: () => 0, timeout: () => AbortSignal.abort(new DOMException('over', 'TimeoutError')) };

export interface Overspending {
  readonly violations: readonly string[];
  /** What crossed the port, by our count, as a share of the cap; without the piece in which an answer was cut. */
  readonly ratio: number;
  readonly usdRatio: number;
  readonly reached: ReadonlySet<string>;
}

interface World {
  readonly random: Random;
  readonly reached: Set<string>;
  readonly violations: string[];
  readonly spent: { tokens: number; usd: number };
  /** What each agent wrote, without the slice in which it was cut. */
  readonly written: Map<string, number>;
}

const TRICKS = [
  'result',
  'text without end',
  'thoughts without end',
  'arguments without end',
  'arguments at once',
  'many calls',
  'a call',
  'a call',
  'nothing',
  'a break',
  'a break in arguments',
] as const;

const RESULT = `===AGENT_RESULT===\n{"agent":"x","findings":[],"verdict":"OK"}\n===AGENT_RESULT_END:${NONCE}===\n`;

const callOf = (index: number, name: string, args: object | string): ToolCall => ({
  id: `c${index}`,
  name,
  input: typeof args === 'string' ? { kind: 'invalid', text: args } : { kind: 'json', value: { ...args } as never },
});

/** What a provider may say: nothing, next to nothing, that all of it was kept, or more than there was. */
function lie(random: Random, input: number): TurnUsage | null {
  const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: 1, isEstimated: false };
  const dice = random();
  if (dice < 0.2) return null;
  if (dice < 0.7) return usage;
  return dice < 0.9 ? { ...usage, inputTokens: 10, cachedInputTokens: 10 } : { ...usage, inputTokens: input + 10 };
}

/** Writes pieces until it is stopped or done; returns what went over before the piece that was one too many. */
async function pour(
  pieces: number,
  size: number,
  signal: AbortSignal,
  write: (piece: string) => void,
): Promise<number> {
  const piece = 'word '.repeat(Math.ceil(size / 5)).slice(0, size);
  let taken = 0;
  for (let i = 0; i < pieces && !signal.aborted; i += 1) {
    if (i % 16 === 0) await Promise.resolve();
    write(piece);
    if (!signal.aborted) taken += 1;
  }
  return Math.ceil((taken * size) / 4);
}

const inputOf = ({ system, messages, tools }: TurnRequest): number =>
  count(system) +
  messages.reduce((sum, message) => sum + count(JSON.stringify(message)), 0) +
  count(JSON.stringify(tools));

async function play(world: World, agent: string, request: TurnRequest, signal: AbortSignal): Promise<TurnOutcome> {
  const { random, reached, spent } = world;
  const trick = pick(random, TRICKS);
  reached.add(trick);
  const size = pick(random, [7, 100, 4096, CHUNK]);
  const pieces = Math.ceil(pick(random, [200_000, 1_000_000]) / size);
  const calls: ToolCall[] = [];
  const say = (piece: string): void => request.onText?.(piece);
  const argue = (piece: string): void => request.onHidden?.(piece, 'arguments');
  /** As a provider that does not stream them hands them over. */
  const call = (name: string, args: object | string): number => {
    if (signal.aborted) return 0;
    const written = typeof args === 'string' ? args : JSON.stringify(args);
    argue(written);
    calls.push(callOf(calls.length, name, args));
    return signal.aborted ? 0 : count(written);
  };
  let written = 0;
  switch (trick) {
    case 'result':
      say(RESULT);
      written += count(RESULT);
      break;
    case 'text without end':
      written += await pour(pieces, size, signal, say);
      break;
    case 'thoughts without end':
      written += await pour(pieces, size, signal, (piece) => request.onHidden?.(piece, 'reasoning'));
      break;
    case 'arguments without end':
      written += await pour(pieces, size, signal, argue);
      if (!signal.aborted) calls.push(callOf(0, 'report_finding', 'w'.repeat(pieces * size)));
      break;
    case 'arguments at once':
      written += call(pick(random, ['read_file', 'no_such_tool', 'report_finding']), {
        path: 'w'.repeat(between(random, 1, CHUNK - 20)),
      });
      break;
    case 'many calls':
      for (let i = between(random, 2, 300); i > 0; i -= 1) written += call('next_file', {});
      break;
    case 'a call':
      written += call(pick(random, ['next_file', 'read_file', 'no_such_tool']), { path: 'src/f0.ts' });
      break;
    case 'a break':
      written += await pour(between(random, 0, 200), 100, signal, say);
      break;
    case 'a break in arguments':
      written += await pour(between(random, 0, 200), 100, signal, argue);
      break;
    case 'nothing':
      break;
  }
  const input = inputOf(request);
  spent.tokens += input + written;
  world.written.set(agent, (world.written.get(agent) ?? 0) + written - (signal.aborted ? SLICE_TOKENS : 0));
  spent.usd += (input * PRICE.input + written * PRICE.output) / 1e6;
  const text = trick === 'result' ? RESULT : '';
  if (signal.aborted) reached.add('cut');
  return { text, toolCalls: calls, usage: lie(random, input), mayBeBilled: true, ...endOf(trick, calls, signal) };
}

function endOf(trick: (typeof TRICKS)[number], calls: readonly ToolCall[], signal: AbortSignal): TurnEnd {
  if (signal.aborted) return { kind: 'aborted', message: 'stopped' };
  if (trick.startsWith('a break')) return { kind: 'disconnected', message: 'gone' };
  return { kind: 'replied', finish: calls.length > 0 ? 'tool-calls' : 'stop', continuation: null };
}

/** After the answer that was its last an agent is not asked again in its wave, and it was offered nothing. */
function watchLast(world: World, hasTools: boolean): (call: KeyedCall) => void {
  const last = new Map<string, string>();
  return ({ key, request }) => {
    const agent = key.slice(0, key.lastIndexOf('/'));
    // One that was refused for what others had claimed is the same call when there is room.
    if ((last.get(agent) ?? key) !== key) world.violations.push(`${agent} was asked again after its last answer`);
    const isLast = JSON.stringify(request.messages.at(-1)).includes('This is your last answer');
    if (!isLast) return;
    world.reached.add('last answer');
    last.set(agent, key);
    if (hasTools && request.tools.length > 0) world.violations.push(`${agent} was offered tools for its last answer`);
    if (request.maxOutputTokens > 4096) world.violations.push(`${agent} was granted ${request.maxOutputTokens}`);
  };
}

const drawRoster = (random: Random): readonly ReviewerProfile[] =>
  Array.from({ length: AGENTS }, (_, i) => ({
    ...(REVIEWERS[0] as ReviewerProfile),
    name: `reviewer-${i}`,
    baseBudgetTokens: between(random, 300, 6000),
  }));

function drawFiles(random: Random): Record<string, string> {
  const write = (tokens: number): string => 'let word = 1;\n'.repeat(Math.ceil((tokens * 4) / 14));
  const files = Array.from({ length: between(random, 1, 3) }, (_, i) => [
    `src/f${i}.ts`,
    write(between(random, 1, 400)),
  ]);
  // Above 16,384 tokens every agent has a branch of its own.
  if (random() < 0.2) files.push(['zz/large.txt', write(16_400)]);
  return Object.fromEntries(files);
}

/** Holds the run to a cap of the user or to the bound of its plan, and sees how far its calls go. */
export async function simulateOverspending(seed: number): Promise<Overspending> {
  const random = createRandom(seed);
  const dice = random();
  const limits = {
    maxTokens: dice < 0.5 ? between(random, 10_000, 300_000) : null,
    maxCostUsd: dice > 0.4 && dice < 0.7 ? 0.05 + random() : null,
    reservedTokens: 0,
  };
  const account = createRunAccount(limits);
  let cap = limits.maxTokens ?? Number.POSITIVE_INFINITY;
  const watched = Object.assign(Object.create(account) as typeof account, {
    bound(tokens: number) {
      cap = Math.min(cap, tokens);
      account.bound(tokens);
    },
  });
  const world: World = { random, reached: new Set(), violations: [], spent: { tokens: 0, usd: 0 }, written: new Map() };
  const model = (name: string, agent: string): Model => ({
    name,
    provider: 'made',
    turn: (request, signal) => play(world, agent, request, signal),
  });
  const caller = createModelCaller({ clock: INSTANT, random, breaker: { failures: 1e9, openMs: 0 } as never });
  const roster = drawRoster(random);
  const hasTools = random() < 0.9;
  const look = watchLast(world, hasTools);
  const driver = createModelDriver({
    modelName: 'made/up',
    redactor: createRedactor(),
    openAsk: ({ reviewer, wave }) =>
      createAsk({
        caller: {
          call(call) {
            look(call);
            return caller.call(call);
          },
        },
        key: `${wave}/${reviewer.name}`,
        agent: reviewer.name,
        model: model('made/up', reviewer.name),
        fallback: random() < 0.5 ? model('made/other', reviewer.name) : null,
        account: watched,
        priceOf: () => PRICE,
        counter,
        idleTimeoutMs: 1000,
      }),
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens: pick(random, [1000, 8000, 64_000]),
    hasTools,
    createNonce: () => NONCE,
    fenceName: 'FENCE',
    guidance: [],
    analyzers: null,
  });
  const { report } = await createTestEngine({
    files: drawFiles(random),
    driver,
    counter,
    request: { roster, waves: pick(random, [1, 3, 'auto'] as const), reviewerNames: roster.map(({ name }) => name) },
    ports: { driversFor: () => [driver], account: watched },
  }).run();
  for (const { agent, used_tokens, budget_tokens } of report.agents)
    if (used_tokens >= budget_tokens) world.violations.push(`${agent} ended with ${used_tokens} of ${budget_tokens}`);
  for (const [agent, written] of world.written) {
    const used = report.agents.filter((each) => each.agent === agent).reduce((sum, each) => sum + each.used_tokens, 0);
    if (written > used) world.violations.push(`${agent} wrote ${written}, and ${used} were booked`);
  }
  if (account.isSpent) world.reached.add('a limit');
  return {
    violations: world.violations,
    ratio: world.spent.tokens / cap,
    usdRatio: limits.maxCostUsd === null ? 0 : world.spent.usd / limits.maxCostUsd,
    reached: world.reached,
  };
}
