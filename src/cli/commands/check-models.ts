/**
 * Checks the models for `doctor`: makes one tiny call to each configured hosted model, measures models on local servers
 * (measure-model.ts), and lists providers that have a key in the environment. Returns one `Check` line each. Called by
 * doctor-command.ts.
 */

import { ReviewError } from '../../errors.ts';
import { COMMAND_PROVIDER, createCommandModel } from '../../models/command-model.ts';
import { listProviders, resolveConnection } from '../../models/connection.ts';
import { createModel } from '../../models/create-model.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import type { Model } from '../../ports/model.ts';
import { findPrice, readPrices } from '../../protocol/budget/model-prices.ts';
import { FREE_PROVIDERS, PRICES_AS_OF } from '../../protocol/budget/model-prices-table.ts';
import { describeOldPrices } from '../../protocol/budget/price-age.ts';
import { modelsFor } from '../../protocol/reviewers/reviewer-models.ts';
import type { Settings } from '../../wiring/settings.ts';
import { createSystemClock } from '../../wiring/system.ts';
import type { Terminal } from '../streams.ts';
import type { Check } from './doctor-check.ts';
import { measureModel } from './measure-model.ts';

const EMBEDDED = 'embedded';
const PROBE_TOKENS = 16;
const PROBE_TIMEOUT_MS = 20_000;

function describePrice(name: string, prices: Settings['config']['prices']): string {
  if (!Object.hasOwn(prices, name) && isFree(name)) return 'costs nothing';
  const price = findPrice(name, readPrices(prices));
  if (price === null) return 'price unknown: --max-cost needs it in `prices`';
  const window = price.contextTokens === null ? 'context as configured there' : `context ${price.contextTokens} tokens`;
  const origin = name in prices ? 'from `prices`' : `table of ${PRICES_AS_OF}`;
  const old = describeOldPrices([name], readPrices(prices), new Date().toISOString().slice(0, 10));
  return `$${price.input} in, $${price.output} out per million tokens (${origin}), ${window}${old === null ? '' : `; ${old}`}`;
}

const openModel = (name: string, { config, repository }: Settings, { environment }: Terminal): Model =>
  name.startsWith(`${COMMAND_PROVIDER}/`)
    ? createCommandModel(name, { env: environment, commands: config.commands, root: repository.root })
    : createModel(name, { env: environment, clock: createSystemClock() });

const isFree = (name: string): boolean => FREE_PROVIDERS.has(name.slice(0, name.indexOf('/')));

/** Where a model of the own machine was looked for. */
function adviseOnAddress(name: string, { environment }: Terminal): string {
  const { entry, baseUrl } = resolveConnection(name, environment, null);
  const [variable] = entry.baseUrlVariables;
  if (!entry.isLocal || variable === undefined) return '';
  return `. No server answers at ${baseUrl}: start it, or set ${variable} to its address`;
}

async function probe(name: string, settings: Settings, terminal: Terminal): Promise<readonly Check[]> {
  try {
    const outcome = await openModel(name, settings, terminal).turn(
      {
        system: 'Answer with the word ok.',
        messages: [{ role: 'user', text: 'ok?' }],
        tools: [],
        maxOutputTokens: PROBE_TOKENS,
        idleTimeoutMs: PROBE_TIMEOUT_MS,
      },
      joinSignals([terminal.interrupt, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    );
    const isAnswer = outcome.kind === 'replied' || outcome.kind === 'truncated';
    const price = describePrice(name, settings.config.prices);
    if (isAnswer)
      return [
        { name: `model ${name}`, status: 'ok', detail: `answers; ${price}` },
        ...(await measureModel(name, settings, terminal)),
      ];
    const reason = 'message' in outcome ? outcome.message : '';
    const where = outcome.kind === 'disconnected' ? adviseOnAddress(name, terminal) : '';
    return [{ name: `model ${name}`, status: 'error', detail: `${outcome.kind}: ${reason}${where}` }];
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return [{ name: `model ${name}`, status: 'error', detail: `${error.detail} ${error.advice}` }];
  }
}

/** Hosted models of the configuration are called once each, local ones are measured; providers are only looked at. */
export async function checkModels(settings: Settings, terminal: Terminal): Promise<readonly Check[]> {
  const { config } = settings;
  const asked = modelsFor({ name: '', model: null }, config);
  const own = settings.customReviewers.map(({ model }) => model ?? EMBEDDED);
  const named = [...asked, ...own, ...Object.values(config.reviewerModels), config.fallback ?? EMBEDDED];
  const probes = [...new Set(named)].filter((name) => name !== EMBEDDED);
  const ready = listProviders(terminal.environment).filter(({ missing, isLocal }) => missing === null && !isLocal);
  const providers = ready.map(({ provider }) => provider).join(', ');
  return [
    { name: 'model embedded', status: 'ok', detail: 'works offline, costs nothing, sends nothing' },
    ...(await Promise.all(probes.map((name) => probe(name, settings, terminal)))).flat(),
    {
      name: 'providers',
      status: providers === '' ? 'absent' : 'ok',
      detail: providers === '' ? 'no key in the environment; see docs/models.md' : `keys for ${providers}`,
    },
  ];
}
