/**
 * Runs of 32 model reviewers at once, with every answer, failure and bill drawn from a seed, and a scheduler that draws who
 * goes on next. Real engine, driver, meters, tools and accounts; only the provider is made up. Reports what broke a rule.
 */

import type { Account, LedgerView } from '../../src/ports/agent-tools.ts';
import type { Driver, FindingResult, ReviewEvent } from '../../src/ports/driver.ts';
import type { CallResult } from '../../src/ports/model.ts';
import type { Mode } from '../../src/protocol/budget/mode.ts';
import { createRunAccount, type RunAccount, type WorstCase } from '../../src/protocol/budget/run-account.ts';
import { DEFAULT_THRESHOLDS } from '../../src/protocol/budget/thresholds.ts';
import {
  NOTHING_RECEIVED,
  type ToolCall,
  type TurnOutcome,
  type TurnUsage,
} from '../../src/protocol/calls/turn-outcome.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import { REVIEWERS, type ReviewerProfile } from '../../src/protocol/reviewers/reviewer.ts';
import { createAsk } from '../../src/reviewers/model/ask-model.ts';
import { createModelDriver } from '../../src/reviewers/model/review/model-driver.ts';
import type { KeyedCall } from '../../src/runs/recorded-calls.ts';
import { createTestEngine, createWordCounter, writeWords } from '../../src/testing/index.ts';
import { between, createRandom, pick, type Random } from './seeded-random.ts';

const AGENTS = 32;
const NONCE = 'abc';
const PRICE = { input: 3, cached: 3, write: 3, output: 15, contextTokens: null, maxOutputTokens: null };

/** Lets one of those who wait go on at a time, drawn by chance. */
function createScheduler(random: Random) {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    const [chosen] = waiting.splice(Math.floor(random() * waiting.length), 1);
    chosen?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}

/** The rule in whole numbers, apart from the code under test. */
const modeOf = (used: number, budget: number): Mode =>
  used * 100 < budget * 80 ? 'full' : used * 100 < budget * 95 ? 'high_severity_only' : 'force_return';

export interface SimulatedRun {
  readonly violations: readonly string[];
  /** How often each thing happened, to see that the simulation reaches it. */
  readonly reached: Readonly<Record<string, number>>;
}

interface World {
  readonly chance: Random;
  readonly step: () => Promise<void>;
  readonly account: RunAccount;
  readonly limits: { readonly maxTokens: number | null; readonly maxCostUsd: number | null };
  readonly violations: string[];
  readonly reached: Record<string, number>;
  /** What the provider really charged so far. */
  readonly bill: { tokens: number; usd: number };
  lastWorst: WorstCase;
  /** Accounts of the agents at work, by name. */
  readonly ledgers: Map<string, LedgerView>;
}

const note = ({ reached }: World, what: string): void => {
  reached[what] = (reached[what] ?? 0) + 1;
};

const check = (world: World, holds: boolean, broken: () => string): void => {
  if (!holds) world.violations.push(broken());
};

/** Keeps the worst case of the last claim, so that the made-up provider charges anything up to it. */
function watchAccount(account: RunAccount, world: () => World): RunAccount {
  // The getters of the account, not a copy of its figures.
  return Object.assign(Object.create(account) as RunAccount, {
    claim(...[worst, price]: Parameters<RunAccount['claim']>) {
      const claim = account.claim(worst, price);
      if (claim === null) note(world(), 'denied');
      world().lastWorst = worst;
      return claim;
    },
  });
}

function charge(world: World, worst: WorstCase): TurnUsage {
  const { chance: random, bill, limits } = world;
  const isFull = random() < 0.2;
  const inputTokens = isFull ? worst.inputTokens : between(random, 1, worst.inputTokens);
  const outputTokens = isFull ? worst.outputTokens : between(random, 1, worst.outputTokens);
  bill.tokens += inputTokens + outputTokens;
  bill.usd += (inputTokens * PRICE.input + outputTokens * PRICE.output) / 1e6;
  const { maxTokens, maxCostUsd } = limits;
  check(world, maxTokens === null || bill.tokens <= maxTokens, () => `billed ${bill.tokens} of ${maxTokens} tokens`);
  check(
    world,
    maxCostUsd === null || bill.usd <= maxCostUsd + 1e-9,
    () => `billed ${bill.usd} of ${maxCostUsd} dollars`,
  );
  return { inputTokens, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens, isEstimated: false };
}

const finding = (random: Random, files: readonly string[]) => ({
  severity: pick(random, ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']),
  category: 'injection',
  file: pick(random, files),
  line: 1,
  issue: writeWords(between(random, 1, 60)),
  evidence: 'w0',
  recommendation: 'Mend it.',
});

function drawCalls(random: Random, files: readonly string[]): readonly ToolCall[] {
  const draw = (): { name: string; value: object } => {
    const dice = random();
    if (dice < 0.4) return { name: 'next_file', value: {} };
    if (dice < 0.75) return { name: 'report_finding', value: finding(random, files) };
    if (dice < 0.9) return { name: 'read_file', value: { path: pick(random, files) } };
    return { name: 'file_done', value: { path: pick(random, files) } };
  };
  return Array.from({ length: between(random, 1, 3) }, (_, i) => {
    const { name, value } = draw();
    return { id: `c${i}`, name, input: { kind: 'json', value: JSON.parse(JSON.stringify(value)) } };
  });
}

const drawText = (random: Random, files: readonly string[], isFinal: boolean): string => {
  const words = writeWords(between(random, 0, random() < 0.2 ? 900 : 90), 3);
  if (!isFinal) return words;
  const findings = Array.from({ length: between(random, 0, 3) }, () => finding(random, files));
  const result = JSON.stringify({ agent: 'x', findings, verdict: 'WARN' });
  return `${words}\n===AGENT_RESULT===\n${result}\n===AGENT_RESULT_END:${NONCE}===\n`;
};

const LOST = ['disconnected', 'stalled', 'malformed', 'truncated', 'context-exceeded'] as const;

/** The hard stop: nothing is asked and no text is taken from there on. */
function checkStop(world: World, { key }: KeyedCall, what: string): void {
  const agent = key.split('/')[1] ?? '';
  const { usedTokens, budgetTokens } = world.ledgers.get(agent) ?? { usedTokens: 1, budgetTokens: 1 };
  check(world, usedTokens * 100 < budgetTokens * 98, () => `${agent}: ${what} at ${usedTokens} of ${budgetTokens}`);
}

/** In pieces, with others in between, until the host stops it. */
async function writeSlowly(world: World, call: KeyedCall, whole: string): Promise<string> {
  let text = '';
  for (const piece of whole.match(/[\s\S]{1,250}/gu) ?? []) {
    await world.step();
    if (call.signal.aborted) break;
    text += piece;
    call.request.onText?.(piece);
    checkStop(world, call, 'text was taken');
  }
  return text;
}

/** One attempt, claimed before: written, charged, ended by chance. */
async function attemptOnce(world: World, call: KeyedCall, files: readonly string[]): Promise<TurnOutcome> {
  const { chance: random, lastWorst } = world;
  if (!call.signal.aborted) checkStop(world, call, 'asked');
  const isFinal = random() < 0.3;
  const toolCalls = isFinal ? [] : drawCalls(random, files);
  const text = await writeSlowly(world, call, drawText(random, files, isFinal));
  const usage = charge(world, lastWorst);
  const receipt = { ...NOTHING_RECEIVED, text, toolCalls, mayBeBilled: true, usage: random() < 0.8 ? usage : null };
  if (call.signal.aborted) return { ...receipt, kind: 'aborted', message: 'stopped' };
  if (random() < 0.15) return { ...receipt, kind: pick(random, LOST), message: 'lost' };
  return { ...receipt, kind: 'replied', finish: isFinal ? 'stop' : 'tool-calls', continuation: null };
}

/** One call of the made-up provider: up to three attempts, each claimed and reported. */
async function answer(world: World, call: KeyedCall, files: readonly string[]): Promise<CallResult> {
  const model = call.model.name;
  for (let attempt = 1; ; attempt += 1) {
    await world.step();
    if ((await call.mayAttempt?.({ model, attempt })) === false)
      return { kind: 'denied', model, attempts: 0, outcome: null };
    const outcome = await attemptOnce(world, call, files);
    note(world, outcome.kind);
    call.onAttempt?.({ model, attempt, startedAtMs: 0, endedAtMs: 0, outcome, waitMs: null });
    const isRepeated = (outcome.kind === 'disconnected' || outcome.kind === 'stalled') && attempt < 3;
    if (!isRepeated) return { kind: 'ended', model, attempts: attempt, outcome };
  }
}

/** An account that is looked at after every booking, with the rule beside it; a refusal forces the return (HOST-11). */
function watchLedger(world: World, account: Account, agent: string): Account & { refuse(): void } {
  let wasRefused = false;
  const look = (what: string): void => {
    const { usedTokens, budgetTokens, mode } = account;
    check(world, usedTokens < budgetTokens, () => `${agent}: ${usedTokens} of ${budgetTokens} after ${what}`);
    const expected = wasRefused ? 'force_return' : modeOf(usedTokens, budgetTokens);
    check(world, mode === expected, () => `${agent}: ${mode} at ${usedTokens} of ${budgetTokens}, not ${expected}`);
    note(world, mode);
  };
  // The getters of the account, not a copy of its figures.
  return Object.assign(Object.create(account) as Account, {
    refuse() {
      wasRefused = true;
    },
    claim(tokens: number) {
      const isBooked = account.claim(tokens);
      wasRefused ||= !isBooked;
      look(`a claim of ${tokens}`);
      return isBooked;
    },
  });
}

const isMild = (severity: string): boolean => severity === 'MEDIUM' || severity === 'LOW';

/** What became of a finding has to follow from the mode, where the mode did not change meanwhile. */
function watchFinding(world: World, event: ReviewEvent, ledger: LedgerView): ReviewEvent {
  if (event.kind !== 'finding') return event;
  const { severity } = event.finding;
  const before = ledger.mode;
  const tell = (fate: FindingResult): void => {
    event.tell?.(fate);
    if (ledger.mode !== before) return;
    note(world, `${fate.kind} in ${before}`);
    const isCounted = isMild(severity) && before !== 'full';
    check(world, (fate.kind === 'counted') === isCounted, () => `${severity} was ${fate.kind} in ${before}`);
  };
  return { ...event, tell };
}

function watchDriver(world: World, driver: Driver): Driver {
  return {
    ...driver,
    async *review(assignment, tools, ledger, signal) {
      const agent = assignment.reviewer.name;
      const { budgetTokens } = assignment;
      const account = watchLedger(world, tools.account, agent);
      world.ledgers.set(agent, ledger);
      const context: typeof tools.context = () => {
        const opened = tools.context();
        return {
          ...opened,
          async call(name, args) {
            const before = tools.account.mode;
            const given = await opened.call(name, args);
            const { usedTokens, mode } = tools.account;
            check(world, usedTokens < budgetTokens, () => `${agent}: ${usedTokens} of ${budgetTokens} after ${name}`);
            if (given.delivered.length > 0) {
              note(world, 'delivered');
              const isWithin = before !== 'force_return' && usedTokens * 100 <= budgetTokens * 95;
              check(world, isWithin, () => `${agent}: content at ${usedTokens} of ${budgetTokens} in ${before}`);
            }
            if (given.kind === 'refused') account.refuse();
            if (given.kind === 'refused') check(world, mode === 'force_return', () => `${agent}: refused in ${mode}`);
            return given;
          },
        };
      };
      for await (const event of driver.review(assignment, { ...tools, account, context }, ledger, signal)) {
        yield watchFinding(world, event, ledger);
      }
    },
  };
}

function drawFiles(random: Random): Record<string, string> {
  const files = Array.from({ length: between(random, 2, 6) }, (_, i) => [
    `src/f${i}.ts`,
    writeWords(between(random, 1, 500), between(random, 1, 40)),
  ]);
  // Above 16,384 tokens every agent has a branch of its own and is handed out its files.
  if (random() < 0.7) files.push(['zz/large.txt', writeWords(16_400, 400)]);
  return Object.fromEntries(files);
}

const drawRoster = (random: Random): readonly ReviewerProfile[] =>
  Array.from({ length: AGENTS }, (_, i) => ({
    ...(REVIEWERS[0] as ReviewerProfile),
    name: `reviewer-${i}`,
    baseBudgetTokens: between(random, 40, 900),
  }));

export async function simulateRun(seed: number): Promise<SimulatedRun> {
  const random = createRandom(seed);
  const counter = createWordCounter();
  const isLimited = random();
  const limits = {
    maxTokens: isLimited < 0.6 ? between(random, 2000, 600_000) : null,
    maxCostUsd: isLimited > 0.4 ? random() * 3 : null,
  };
  let world: World;
  const account = watchAccount(createRunAccount({ ...limits, reservedTokens: 0 }), () => world);
  world = {
    chance: random,
    limits,
    account,
    step: createScheduler(random),
    violations: [],
    reached: {},
    bill: { tokens: 0, usd: 0 },
    lastWorst: { inputTokens: 0, outputTokens: 0 },
    ledgers: new Map(),
  };
  const files = drawFiles(random);
  const roster = drawRoster(random);
  const model = { name: 'made/up', provider: 'made', turn: () => Promise.reject(new Error('never called')) };
  const driver = createModelDriver({
    modelName: model.name,
    openAsk: ({ reviewer, wave }) =>
      createAsk({
        caller: { call: (call) => answer(world, call, Object.keys(files)) },
        key: `${wave}/${reviewer.name}`,
        agent: reviewer.name,
        model,
        fallback: null,
        account,
        priceOf: () => PRICE,
        counter,
        idleTimeoutMs: 1000,
      }),
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens: 4000,
    hasTools: random() < 0.9,
    createNonce: () => NONCE,
    fenceName: 'FENCE',
    guidance: [],
    redactor: createRedactor(),
    analyzers: null,
  });
  const { report } = await createTestEngine({
    files,
    driver,
    request: { roster, waves: between(random, 1, 2), reviewerNames: roster.map(({ name }) => name) },
    ports: { driversFor: () => [watchDriver(world, driver)], account },
  }).run();
  const { usage } = account;
  const booked = usage.inputTokens + usage.outputTokens;
  check(world, booked >= world.bill.tokens, () => `booked ${booked}, billed ${world.bill.tokens}`);
  check(world, usage.costUsd >= world.bill.usd - 1e-9, () => `booked $${usage.costUsd}, billed $${world.bill.usd}`);
  check(
    world,
    limits.maxTokens === null || booked <= limits.maxTokens,
    () => `booked ${booked} of ${limits.maxTokens}`,
  );
  for (const { agent, used_tokens, budget_tokens } of report.agents) {
    check(world, used_tokens < budget_tokens, () => `${agent} ended with ${used_tokens} of ${budget_tokens}`);
  }
  return { violations: world.violations, reached: world.reached };
}
