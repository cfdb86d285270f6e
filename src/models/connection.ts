/**
 * Resolves `provider/name` and the environment to address, key and provider entry; throws a ReviewError that names the variable
 * to set. Also lists what each provider lacks, and the host a model is asked at. Called by create-model.ts, create-embedder.ts,
 * inspect-server.ts, cli/commands/check-models.ts and wiring/outgoing.ts.
 */
import { ReviewError } from '../errors.ts';
import { askMeant, suggestModel } from '../protocol/budget/model-names.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';
import { type Environment, findProvider, PROVIDER_NAMES, PROVIDERS, type ProviderEntry } from './providers.ts';

export interface ModelConnection {
  readonly provider: string;
  /** The name the provider knows; may contain slashes. */
  readonly model: string;
  readonly entry: ProviderEntry;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

const readFirst = (env: Environment, names: readonly string[]): string | null =>
  names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '') ?? null;

/** `127.0.0.1:11434` becomes `http://127.0.0.1:11434/v1`; an address with a path is taken as it is. */
function completeUrl(text: string, apiPath: string, origin: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ReviewError('bad-value', `${origin} is not an address: "${text}"`, {
      advice: `Set ${origin} to something like https://host.example${apiPath}.`,
    });
  }
  const path = url.pathname.replace(/\/+$/u, '');
  return `${url.origin}${path === '' ? apiPath : path}`;
}

function splitName(name: string): readonly [string, string] {
  const slash = name.indexOf('/');
  const model = name.slice(slash + 1).trim();
  if (slash < 1 || model === '') {
    throw new ReviewError('bad-value', `a model is named provider/name, found "${name}"${askMeant(name)}`, {
      advice: `Write for example anthropic/claude-sonnet-5-5. Providers: ${PROVIDER_NAMES.join(', ')}.`,
    });
  }
  return [name.slice(0, slash), model];
}

/** The variables that are missing; null where none is. */
function findGap(entry: ProviderEntry, env: Environment): string | null {
  if (entry.needsKey && readFirst(env, entry.keyVariables) === null) return entry.keyVariables[0] ?? null;
  return entry.findGap?.(env) ?? null;
}

/** The variable of the address where there is no address at all. */
const findAddressGap = (entry: ProviderEntry, env: Environment): string | null =>
  entry.needsBaseUrl === true && readFirst(env, entry.baseUrlVariables) === null
    ? (entry.baseUrlVariables[0] ?? null)
    : null;

export interface ProviderStatus {
  readonly provider: string;
  /** What to set before it can be used; null where it is ready, as far as the environment shows. */
  readonly missing: string | null;
  readonly isLocal: boolean;
}

/** Every provider and what the environment lacks for it. Nothing is called. */
export const listProviders = (env: Environment): readonly ProviderStatus[] =>
  PROVIDER_NAMES.map((provider) => {
    const entry: ProviderEntry = PROVIDERS[provider];
    return { provider, missing: findGap(entry, env) ?? findAddressGap(entry, env), isLocal: entry.isLocal };
  });

function checkKey(provider: string, entry: ProviderEntry, env: Environment): string | null {
  const gap = findGap(entry, env);
  if (gap !== null) {
    const hint =
      provider === 'bedrock'
        ? ' For a profile or single sign-on: eval "$(aws configure export-credentials --format env)".'
        : '';
    throw new ReviewError('no-model-key', `${provider} needs ${gap}, which is not set`, {
      advice: `Set it: export ${gap.split(' ')[0]}=… and run again.${hint} Without a key: --model embedded.`,
    });
  }
  return readFirst(env, entry.keyVariables);
}

/** Throws a ReviewError, with the name that was probably meant, where the provider is not known. */
export function readName(name: string): Pick<ModelConnection, 'provider' | 'model' | 'entry'> {
  const [provider, model] = splitName(name);
  const entry = findProvider(provider);
  if (entry === null) {
    const closest = findClosestName(provider, PROVIDER_NAMES);
    const meant = suggestModel(name) ?? (closest === null ? null : `${closest}/${model}`);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    throw new ReviewError('bad-value', `unknown provider "${provider}"${hint}`, {
      advice: `Providers: ${PROVIDER_NAMES.join(', ')}. For any other endpoint: openai-compatible/${model}.`,
    });
  }
  return { provider, model, entry };
}

/** Null where the package knows its own. */
function resolveAddress(
  { provider, entry }: Pick<ModelConnection, 'provider' | 'entry'>,
  env: Environment,
  baseUrl: string | null,
): string | null {
  const origin =
    baseUrl === null ? (entry.baseUrlVariables.find((variable) => env[variable]?.trim()) ?? '') : 'base_url';
  const given = baseUrl ?? readFirst(env, entry.baseUrlVariables);
  if (given === null && entry.defaultBaseUrl === null && entry.needsBaseUrl === true) {
    throw new ReviewError(
      'no-model-key',
      `${provider} needs ${entry.baseUrlVariables[0]}, the address of the endpoint`,
      {
        advice: `Set it: export ${entry.baseUrlVariables[0]}=${entry.exampleUrl ?? 'http://127.0.0.1:8000/v1'} and run again.`,
      },
    );
  }
  return given === null ? entry.defaultBaseUrl : completeUrl(given, entry.apiPath, origin);
}

/** `baseUrl` of the configuration wins over the environment. */
export function resolveConnection(name: string, env: Environment, baseUrl: string | null): ModelConnection {
  const named = readName(name);
  const apiKey = checkKey(named.provider, named.entry, env);
  return { ...named, baseUrl: resolveAddress(named, env, baseUrl), apiKey };
}

/** Host and port that a model would be asked at, key or no key; null where only its package knows. */
export function findHost(name: string, env: Environment): string | null {
  const named = readName(name);
  const address = resolveAddress(named, env, null) ?? named.entry.packageUrl?.(env) ?? null;
  return address === null ? null : new URL(address).host;
}
