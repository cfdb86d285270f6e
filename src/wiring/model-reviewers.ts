/**
 * Builds the reviewers that ask models: opens each configured model once, puts redaction, journal, limits and the account of tokens
 * and cost around its calls, and gives the drivers of each reviewer and the options of an auditor. Loaded by review-ports.ts only
 * where a model is asked; fleet/ takes `limitsOf`.
 */

import { createHash, type Hash } from 'node:crypto';
import { labelMember } from '../engine/review/panel-members.ts';
import { ReviewError } from '../errors.ts';
import { createCommandModel } from '../models/command-model.ts';
import { createModel, type ModelSettings } from '../models/create-model.ts';
import { createModelCaller, type ProviderGate } from '../models/create-model-caller.ts';
import type { Clock } from '../ports/clock.ts';
import type { Driver } from '../ports/driver.ts';
import type { TokenCounter } from '../ports/file-index.ts';
import type { Model } from '../ports/model.ts';
import type { EffectWatch } from '../ports/telemetry.ts';
import { readPrices, requirePrice } from '../protocol/budget/model-prices.ts';
import {
  type BoundAccount,
  type CallAccount,
  createRunAccount,
  type RunAccount,
  type RunLimits,
} from '../protocol/budget/run-account.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import { sharesFindings } from '../protocol/findings/consensus-protocol.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { EMBEDDED, isHostModel, modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import type { Note } from '../protocol/text/shorten-notes.ts';
import { type AskModel, createAsk } from '../reviewers/model/ask-model.ts';
import type { AuditModelOptions } from '../reviewers/model/audit/auditor-options.ts';
import { createModelDriver } from '../reviewers/model/review/model-driver.ts';
import { shareAnalyzers } from '../reviewers/model/review/shared-analyzers.ts';
import { createReusingCaller } from '../runs/cached-calls.ts';
import { chooseNonce } from '../runs/nonces.ts';
import type { IncrementalHash } from '../runs/question-text.ts';
import { createJournaledCaller, type KeyedCaller } from '../runs/recorded-calls.ts';
import type { Nonces, RunRecording } from '../runs/recording-file.ts';
import { watchCaller } from '../telemetry/watch-effects.ts';
import type { Config, Environment } from './config.ts';
import { callTimesOf, type KnownServers, limitsOf as limitsOfModel, NO_SERVERS } from './local-servers.ts';
import { describeCapabilities, isCommand } from './model-capabilities.ts';
import { redactModel } from './redaction.ts';
import type { RunReuse } from './review-cache.ts';

export interface ModelWiring {
  readonly config: Config;
  readonly environment: Environment;
  /** The reviewed folder. */
  readonly root: string;
  readonly clock: Clock;
  readonly counter: TokenCounter;
  /** The embedded reviewers: their findings come first and stand. */
  readonly embedded: Driver;
  readonly guidance: readonly Note[];
  /** Stands before every model. */
  readonly redactor: Redactor;
  /** What is recorded or played; null for a plain run. */
  readonly recording: RunRecording | null;
  /** What earlier runs have paid for; absent where nothing is cached. */
  readonly reuse?: RunReuse & { readonly runId: () => string; readonly isResumed: boolean; readonly startedAt: number };
  /** Fires when the run is ended from outside. */
  readonly signal?: AbortSignal;
  /** An audit deepens and validates behind its rounds: a share of its limits is kept for that. */
  readonly isAudit?: boolean;
  /** What the calls are paid from, where others pay from it too. */
  readonly account?: SpentAccount;
  /** Who lets calls of a provider through, where others share it. */
  readonly openGate?: (provider: string) => ProviderGate;
  /** Answers for `host/…`; absent where no host has called. */
  readonly outside?: Model;
  /** Stands before every model: decides whether it is still asked. */
  readonly guard?: (model: Model) => Model;
  /** Who is told of every call that is really made. */
  readonly watch?: EffectWatch | null;
  /** Other bounds for answers, or another network. */
  readonly provider?: Pick<ModelSettings, 'bounds' | 'fetch'>;
  /** What is known of the servers of local models; absent where none was asked. */
  readonly servers?: KnownServers;
  /** Longest silence on the wire. Default two minutes. */
  readonly idleTimeoutMs?: number;
}

/** An account that calls are paid from and that knows what became of them. */
export type SpentAccount = CallAccount &
  Pick<RunAccount, 'usage' | 'isSpent' | 'spentLimit' | 'shares' | 'hasTail'> &
  BoundAccount;

export interface ModelReviewers {
  readonly driversFor: (reviewer: ReviewerProfile) => readonly Driver[];
  /** What an auditor on that model is put together from; calls are told apart by the agent. */
  readonly auditOn: (name: string) => AuditModelOptions;
  readonly account: SpentAccount;
}

const IDLE_TIMEOUT_MS = 120_000;
/** What a call may have to read on a server that does not publish its window. */
const MAX_READ_TOKENS = 32_768;

const growFrom = (hash: Hash): IncrementalHash => ({
  add: (text) => growFrom(hash.copy().update(text)),
  get hash() {
    return hash.copy().digest('hex');
  },
});
const emptyHash = growFrom(createHash('sha256'));

/** Of both limits: what is kept for those who judge or validate the findings of the others. */
const TAIL_SHARE = 0.2;

/** What the calls of a run may use together. */
export function limitsOf(
  { protocol, maxTokens, maxCostUsd }: Pick<Config, 'protocol' | 'maxTokens' | 'maxCostUsd'>,
  isAudit: boolean,
): Required<Omit<RunLimits, 'isPlanned'>> {
  const share = isAudit || sharesFindings(protocol, 2) ? TAIL_SHARE : 0;
  const reservedTokens = Math.floor((maxTokens ?? 0) * share);
  return { maxTokens, maxCostUsd, reservedTokens, reservedUsd: (maxCostUsd ?? 0) * share };
}

function openModel(name: string, wiring: ModelWiring): Model {
  const { redactor, guard = (model) => model } = wiring;
  return guard(redactModel(connectModel(name, wiring), redactor));
}

function connectModel(name: string, { environment, clock, config, root, provider, outside }: ModelWiring): Model {
  if (isHostModel(name)) return outside ?? refuseHost(name);
  if (isCommand(name)) return createCommandModel(name, { env: environment, commands: config.commands, root });
  return createModel(name, { ...provider, env: environment, clock });
}

function refuseHost(name: string): never {
  throw new ReviewError('bad-value', `${name} stands for the agents of a coding agent, which answer over MCP only.`, {
    advice: 'Go on in that coding agent: call review_status with the id of the run.',
  });
}

/** A host has as many agents as it likes; nobody's provider is spared. */
const HOST_CONCURRENCY = 1000;

/** Who is asked, and with which nonces. Below the journal: what is reused is recorded like what is asked. */
function openCaller(wiring: ModelWiring): {
  readonly caller: KeyedCaller;
  readonly nonces: Nonces;
} {
  const { clock, recording, watch = null, reuse, openGate, signal = new AbortController().signal } = wiring;
  const nonces = recording?.nonces ?? { next: chooseNonce };
  const gate = openGate === undefined ? {} : { openGate };
  const slotsOf = (provider: string): number | null => slotsOfProvider(provider, wiring.servers ?? NO_SERVERS);
  const width = wiring.outside === undefined ? {} : { concurrency: HOST_CONCURRENCY };
  const plain = createModelCaller({ clock, random: Math.random, slotsOf, ...gate, ...width });
  const watched = watch === null ? plain : watchCaller(plain, watch);
  const asked =
    reuse === undefined
      ? { nonces, caller: watched }
      : createReusingCaller(watched, nonces, { ...reuse, reuse, now: clock.now });
  if (recording === null) return asked;
  return { ...asked, caller: createJournaledCaller(asked.caller, { journal: recording.journal, emptyHash, signal }) };
}

/** Of the server with the fewest, where several models of it are asked. */
function slotsOfProvider(provider: string, servers: KnownServers): number | null {
  const own = [...servers].filter(([name]) => name.startsWith(`${provider}/`)).map(([, { facts }]) => facts.slots);
  const known = own.filter((slots) => slots !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** A model that only a recording answers for. */
const absentModel = (name: string): Model => ({
  name,
  provider: name.split('/')[0] ?? name,
  turn: () => Promise.reject(new Error('a replay calls no provider')),
});

/** Each model is opened once. */
function cacheModels(wiring: ModelWiring): (name: string) => Model {
  const models = new Map<string, Model>();
  return (name) => {
    const model =
      models.get(name) ?? (wiring.recording?.kind === 'replay' ? absentModel(name) : openModel(name, wiring));
    models.set(name, model);
    return model;
  };
}

/** As events name the agent. */
const labelOf = (reviewer: ReviewerProfile, model: string, config: Config): string =>
  labelMember(reviewer.name, model, modelsFor(reviewer, config).length > 1);

export function createModelReviewers(wiring: ModelWiring): ModelReviewers {
  const { config, counter } = wiring;
  const { maxCostUsd } = config;
  const servers = wiring.servers ?? NO_SERVERS;
  const prices = readPrices(config.prices);
  const account = wiring.account ?? createRunAccount(limitsOf(config, wiring.isAudit === true));
  const { caller, nonces } = openCaller(wiring);
  const fenceName = `DATA-${nonces.next('fence')}`;
  const analyzers = config.panel.length > 1 ? shareAnalyzers(wiring.embedded) : wiring.embedded;
  const modelOf = cacheModels(wiring);
  // Models of a panel ask about the same files in the same wave: their names tell their calls apart.
  const keyOf = (name: string, key: string): string => (config.panel.length > 0 ? `${name}/${key}` : key);
  const openAskOn =
    (name: string) =>
    (key: string, agent: string, isTail = false): AskModel =>
      createAsk({
        caller,
        key: keyOf(name, key),
        agent,
        isTail,
        model: modelOf(name),
        fallback: config.fallback === null ? null : modelOf(config.fallback),
        account,
        priceOf: (asked) => requirePrice(asked, maxCostUsd, prices),
        counter,
        idleTimeoutMs: wiring.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
        ...(config.reasoning === null ? {} : { reasoning: config.reasoning }),
        callTimes: callTimesOf(name, config, servers, workOf(name)),
      });
  const workOf = (name: string) => {
    const { windowTokens = null, maxOutputTokens } = describeCapabilities(name, config, servers);
    return { readTokens: windowTokens ?? MAX_READ_TOKENS, writtenTokens: maxOutputTokens };
  };
  const capabilitiesOf = (name: string): AuditModelOptions => {
    const { feedsAtOnce: _feedsAtOnce, ...capabilities } = describeCapabilities(name, config, servers);
    modelOf(name);
    return {
      ...capabilities,
      limits: limitsOfModel(name, config, servers),
      // Whoever does not hunt deepens or validates, which is paid for first.
      openAsk: (key) => openAskOn(name)(key, key.split('/')[0] ?? key, !key.startsWith('agent-')),
      counter,
      createNonce: (key) => nonces.next(keyOf(name, key)),
      fenceName,
    };
  };
  const driverOf = (name: string): Driver => {
    const { openAsk: _openAsk, ...capabilities } = capabilitiesOf(name);
    return createModelDriver({
      ...capabilities,
      openAsk: ({ reviewer, wave, round }) =>
        openAskOn(name)(`${wave}/${reviewer.name}`, labelOf(reviewer, name, config), round > 1),
      feedsAtOnce: isCommand(name),
      guidance: wiring.guidance,
      redactor: wiring.redactor,
      analyzers,
      ...(wiring.reuse === undefined ? {} : { rules: wiring.reuse.rules }),
    });
  };
  const drivers = new Map<string, Driver>([[EMBEDDED, wiring.embedded]]);
  const open = (name: string): Driver => getOrAdd(drivers, name, () => driverOf(name));
  // A wrong name, key or price is said before anything is read.
  for (const name of [...modelsFor({ name: '', model: null }, config), ...Object.values(config.reviewerModels)])
    open(name);
  if (config.fallback !== null) requirePrice(modelOf(config.fallback).name, maxCostUsd, prices);
  return { driversFor: (reviewer) => modelsFor(reviewer, config).map(open), auditOn: capabilitiesOf, account };
}
