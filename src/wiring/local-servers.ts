/**
 * Asks servers of local models (such as Ollama) what they publish (context window, parallel slots) and measures their speed with one
 * small call, before a run uses them; kept in the recording, so that a resumed or replayed run has the same budgets. From these it
 * gives windows, limits of agents and timeouts of calls. Called by review-ports.ts and model-reviewers.ts.
 */

import { ReviewError } from '../errors.ts';
import type { ServerFacts } from '../models/server-facts.ts';
import type { DriverLimits } from '../ports/driver.ts';
import { AGENT_TIMEOUT_MS, allowLocally, type ModelSpeed } from '../protocol/budget/agent-timeout.ts';
import {
  MIN_AUDIT_WINDOW_TOKENS,
  MIN_TOOL_WINDOW_TOKENS,
  MIN_WINDOW_TOKENS,
  shareOfWindow,
} from '../protocol/budget/model-window.ts';
import { isInspectable } from '../protocol/reviewers/inspectable-models.ts';
import { modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import type { OpenRecording } from '../runs/open-recording.ts';
import type { Config, Environment } from './config.ts';
import type { Settings } from './settings.ts';
import { createSystemClock } from './system.ts';

export interface KnownServer {
  readonly facts: ServerFacts;
  /** Null where it was not measured. */
  readonly speed: ModelSpeed | null;
}

/** By the name of the model. */
export type KnownServers = ReadonlyMap<string, KnownServer>;

export const NO_SERVERS: KnownServers = new Map();

/** What Ollama gives a model where nobody asked for more; longer prompts are cut without a word. */
const OLLAMA_WINDOW_TOKENS = 4096;

export const assumeWindow = (facts: ServerFacts): ServerFacts =>
  facts.server === 'Ollama' && facts.windowTokens === null ? { ...facts, windowTokens: OLLAMA_WINDOW_TOKENS } : facts;

/** Models on servers that can be asked about themselves. */
export const listInspectable = ({ config, roster }: Pick<Settings, 'config' | 'roster'>): readonly string[] => {
  const named = [{ name: '', model: null }, ...roster].flatMap((reviewer) => modelsFor(reviewer, config));
  return [...new Set([...named, ...(config.fallback === null ? [] : [config.fallback])])].filter(isInspectable);
};

export interface LearnOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Only asks what is published: nothing is loaded and nothing measured. */
export async function readServers(names: readonly string[], options: LearnOptions): Promise<KnownServers> {
  const { environment: env, signal } = options;
  const servers = new Map<string, KnownServer>();
  for (const name of names) {
    const { inspectServer } = await import('../models/inspect-server.ts');
    const facts = await inspectServer(name, { env, signal });
    if (facts !== null) servers.set(name, { facts: assumeWindow(facts), speed: null });
  }
  return servers;
}

/** Also measures the speed, with one small call each; of a model that this loads, the window is known behind it. */
async function learnServer(name: string, { environment: env, signal }: LearnOptions): Promise<KnownServer | null> {
  const [{ createModel }, { inspectServer }, { measureSpeed }] = await Promise.all([
    import('../models/create-model.ts'),
    import('../models/inspect-server.ts'),
    import('../models/measure-speed.ts'),
  ]);
  // What is measured is no part of the times of the run.
  const clock = createSystemClock();
  const facts = await inspectServer(name, { env, signal });
  if (facts === null) return null;
  const speed = await measureSpeed(createModel(name, { env, clock }), clock, signal);
  const now = facts.windowTokens === null ? ((await inspectServer(name, { env, signal })) ?? facts) : facts;
  return { facts: assumeWindow(now), speed };
}

export async function learnServers(
  names: readonly string[],
  recording: OpenRecording | null,
  options: LearnOptions,
): Promise<KnownServers> {
  const servers = new Map<string, KnownServer>();
  for (const name of names) {
    const learn = (): Promise<KnownServer | null> => learnServer(name, options);
    const known = await (recording === null ? learn() : keepServer(name, recording, learn));
    if (known !== null) servers.set(name, known);
  }
  return servers;
}

async function keepServer(
  name: string,
  { recording }: OpenRecording,
  learn: () => Promise<KnownServer | null>,
): Promise<KnownServer | null> {
  try {
    return (await recording.journal.step({ key: `server/${name}`, kind: 'server', inputHash: '' }, learn)).value;
  } catch (error) {
    // A recording from before this was kept.
    if (recording.kind === 'replay') return null;
    throw error;
  }
}

export const windowOf = (
  name: string,
  { contextWindows }: Pick<Config, 'contextWindows'>,
  servers: KnownServers,
): number | null => contextWindows[name] ?? servers.get(name)?.facts.windowTokens ?? null;

const count = (tokens: number): string => tokens.toLocaleString('en-US');

const ADVICE: Readonly<Record<ServerFacts['server'], string>> = {
  'llama.cpp': 'llama-server divides -c by its slots: start it with `-c 8192 --parallel 1`, or more',
  Ollama: 'start it with OLLAMA_CONTEXT_LENGTH=8192, or more',
  vLLM: 'start it with --max-model-len 8192, or more',
  'LM Studio': 'load the model with a context length of 8192, or more',
};

/** Throws ReviewError where a window holds no review: said before anything is read. */
export function requireWindows(
  names: readonly string[],
  config: Pick<Config, 'contextWindows'>,
  servers: KnownServers,
  isAudit: boolean,
): void {
  const least = isAudit ? MIN_AUDIT_WINDOW_TOKENS : MIN_WINDOW_TOKENS;
  for (const name of names) {
    const windowTokens = windowOf(name, config, servers);
    if (windowTokens === null || windowTokens >= least) continue;
    const server = servers.get(name)?.facts.server;
    const how = server === undefined ? 'set a larger one in `context_windows`' : ADVICE[server];
    throw new ReviewError(
      'small-window',
      `${name} has ${count(windowTokens)} tokens; ${isAudit ? 'an audit' : 'a review'} needs at least ${count(least)}.`,
      { advice: `For a larger window ${how}. Without a model: --model embedded.` },
    );
  }
}

/** Local models of whose window nothing is known: a plan for them is one for a window of any size. */
export const warnOfServers = (
  names: readonly string[],
  config: Pick<Config, 'contextWindows'>,
  servers: KnownServers,
): readonly string[] =>
  names
    .filter((name) => isInspectable(name) && windowOf(name, config, servers) === null)
    .map(
      (name) =>
        `⚠️ no server says how large the window of ${name} is, so no budget is cut to it. Start the server, or set \`context_windows\`; \`consensus-review doctor --model ${name}\` says what is there.`,
    );

/** What bounds agents on a model; null where nothing is known of it. */
export function limitsOf(
  name: string,
  config: Pick<Config, 'contextWindows' | 'agentTimeoutMs'>,
  servers: KnownServers,
): DriverLimits | null {
  const known = servers.get(name);
  const windowTokens = windowOf(name, config, servers);
  if (known === undefined && windowTokens === null) return null;
  const least = AGENT_TIMEOUT_MS.review;
  const writtenTokens = shareOfWindow(windowTokens ?? MIN_TOOL_WINDOW_TOKENS);
  const agentTimeoutMs =
    config.agentTimeoutMs ??
    (known === undefined ? null : allowLocally(least, known.speed, { readTokens: 2 * writtenTokens, writtenTokens }));
  return { windowTokens, slots: known?.facts.slots ?? null, agentTimeoutMs };
}

/** No answer is longer: boundaries of one call on a server whose speed is known or can be waited for. */
export function callTimesOf(
  name: string,
  { callTimeoutMs }: Pick<Config, 'callTimeoutMs'>,
  servers: KnownServers,
  work: { readonly readTokens: number; readonly writtenTokens: number },
): { readonly callTimeoutMs?: number; readonly firstByteTimeoutMs?: number } {
  const known = servers.get(name);
  const longest = callTimeoutMs ?? (known === undefined ? null : allowLocally(CALL_MS, known.speed, work));
  if (longest === null) return {};
  // A server answers others, too: who waits for a slot hears nothing until it is there.
  return { callTimeoutMs: longest, ...(known === undefined ? {} : { firstByteTimeoutMs: longest }) };
}

/** As for hosted providers (models/answer-bounds.ts). */
const CALL_MS = 900_000;
