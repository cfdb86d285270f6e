/**
 * Measures a model on a local server for `doctor`: speed, tool calls, answers by a JSON schema, and what the server publishes of its
 * context window. Returns `Check` lines with this and the settings that a run would choose from it. Called by check-models.ts.
 */

import { createModel } from '../../models/create-model.ts';
import { inspectServer } from '../../models/inspect-server.ts';
import { measureSpeed } from '../../models/measure-speed.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import type { Model, TurnRequest } from '../../ports/model.ts';
import { hasRoomForTools, MIN_WINDOW_TOKENS, shareOfWindow } from '../../protocol/budget/model-window.ts';
import { isInspectable } from '../../protocol/reviewers/inspectable-models.ts';
import { isJsonObject, readJson } from '../../protocol/text/json-object.ts';
import { assumeWindow, type KnownServer, limitsOf, windowOf } from '../../wiring/local-servers.ts';
import type { Settings } from '../../wiring/settings.ts';
import { createSystemClock } from '../../wiring/system.ts';
import type { Terminal } from '../streams.ts';
import type { Check } from './doctor-check.ts';

const PROBE_MS = 120_000;
const PROBE_TOKENS = 64;

const TOOL = {
  name: 'report_number',
  description: 'Reports a number.',
  inputSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
};
const SCHEMA = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['red', 'green'] } },
    required: ['colour'],
    additionalProperties: false,
  },
};

type Asked = Pick<TurnRequest, 'tools' | 'answerSchema'> & { readonly text: string };

const ask = (model: Model, { text, ...asked }: Asked, signal: AbortSignal) =>
  model.turn(
    {
      system: '',
      messages: [{ role: 'user', text }],
      maxOutputTokens: PROBE_TOKENS,
      temperature: 0,
      idleTimeoutMs: PROBE_MS,
      ...asked,
    },
    joinSignals([signal, AbortSignal.timeout(PROBE_MS)]),
  );

async function callsTools(model: Model, signal: AbortSignal): Promise<boolean> {
  const { toolCalls } = await ask(model, { text: 'Call report_number with 7.', tools: [TOOL] }, signal);
  return toolCalls.some(({ name, input }) => name === TOOL.name && input.kind === 'json');
}

async function keepsSchema(model: Model, signal: AbortSignal): Promise<boolean> {
  const { text } = await ask(model, { text: 'Name a colour.', tools: [], answerSchema: SCHEMA }, signal);
  const answer = readJson(text);
  return isJsonObject(answer) && (answer.colour === 'red' || answer.colour === 'green');
}

const count = (tokens: number): string => tokens.toLocaleString('en-US');
/** Two digits are more than such a measurement is worth. */
const rate = (perSecond: number): string => (perSecond < 10 ? perSecond.toFixed(1) : count(Math.round(perSecond)));
const minutes = (ms: number): string => `${Math.ceil(ms / 60_000)}m`;

/** Nothing for a model that is no local server's, or of whose server nothing is known. */
export async function measureModel(
  name: string,
  { config }: Pick<Settings, 'config'>,
  { environment: env, interrupt: signal }: Terminal,
): Promise<readonly Check[]> {
  if (!isInspectable(name)) return [];
  const clock = createSystemClock();
  const model = createModel(name, { env, clock });
  const speed = await measureSpeed(model, clock, signal);
  const facts = await inspectServer(name, { env, signal });
  if (facts === null) {
    const detail = 'the server does not publish its window: name it in `context_windows`';
    return [{ name: `server of ${name}`, status: 'absent', detail }];
  }
  const hasTools = await callsTools(model, signal);
  const takesSchema = await keepsSchema(model, signal);
  const known = { facts: { ...assumeWindow(facts), hasTools, takesSchema }, speed };
  const measured = [
    speed === null
      ? 'speed unknown'
      : `reads ${rate(speed.readPerSecond)} and writes ${rate(speed.writePerSecond)} tokens per second`,
    hasTools ? 'calls tools' : 'calls no tools',
    takesSchema ? 'keeps to a JSON schema' : 'keeps to no JSON schema',
  ].join(', ');
  const window = windowOf(name, config, new Map([[name, known]]));
  return [
    {
      name: `server of ${name}`,
      status: 'ok',
      detail: `${facts.server}: window ${window === null ? 'unknown' : `${count(window)} tokens`}, ${nameSlots(facts.slots)}; ${measured}`,
    },
    adviseOn(name, known, config, window),
  ];
}

const nameSlots = (slots: number | null): string =>
  slots === null ? 'calls at once not published' : `${slots} ${slots === 1 ? 'call' : 'calls'} at once`;

/** What a run would do by itself, and what the user could do. */
function adviseOn(name: string, known: KnownServer, config: Settings['config'], window: number | null): Check {
  const { facts } = known;
  const label = `settings for ${name}`;
  if (window !== null && window < MIN_WINDOW_TOKENS)
    return {
      name: label,
      status: 'error',
      detail: `a review needs a window of at least ${count(MIN_WINDOW_TOKENS)} tokens; ${count(2 * MIN_WINDOW_TOKENS)} or more is better`,
    };
  const limits = limitsOf(name, config, new Map([[name, known]]));
  const hands = facts.hasTools === true && hasRoomForTools(window);
  const used = [
    ...(window === null ? [] : [`budgets of at most ${count(shareOfWindow(window))} tokens`]),
    `${limits?.slots ?? 'all'} ${limits?.slots === 1 ? 'reviewer' : 'reviewers'} at a time`,
    hands ? 'files by tools' : 'one file at a time',
    ...(limits?.agentTimeoutMs == null ? [] : [`--agent-timeout ${minutes(limits.agentTimeoutMs)}`]),
  ];
  const without = facts.hasTools === false && window !== null && hasRoomForTools(window);
  const advice = without ? `; set "models_without_tools": ["${name}"] if the server says it has tools` : '';
  return { name: label, status: 'ok', detail: `taken by themselves: ${used.join(', ')}${advice}` };
}
