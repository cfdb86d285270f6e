/**
 * Lists every provider that is called over HTTP (programs: agent-programs.ts): where its key and address come from, what to say
 * where they are missing, and how its SDK package is loaded (with the first call). Read by connection.ts and create-embedder.ts.
 */
import { type SdkConnection, type SdkModel, toSdkModel } from './sdk-model.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProviderEntry {
  /** Variables that may hold the key, the first one is named in advice. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  readonly baseUrlVariables: readonly string[];
  /** Null where the package knows its own. */
  readonly defaultBaseUrl: string | null;
  /** The address that the package takes by itself; null where that cannot be told. */
  readonly packageUrl?: (env: Environment) => string | null;
  /** True where neither we nor the package know an address. */
  readonly needsBaseUrl?: boolean;
  /** What such an address looks like. */
  readonly exampleUrl?: string;
  /** Path of the API where an address names only a host. */
  readonly apiPath: string;
  /** True where the user's own machine answers: no key, no bill. */
  readonly isLocal: boolean;
  /** Whether it answers the embeddings call of OpenAI. */
  readonly hasEmbeddings?: boolean;
  /** What is missing in the environment beside the key; null where nothing is. */
  readonly findGap?: (env: Environment) => string | null;
  /** How a call is marked so that the provider keeps the prefix; null where it does so by itself or not at all. */
  readonly cacheOption: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  /** Whether a model takes the option; without this all of them do. */
  readonly takesCacheOption?: (name: string) => boolean;
  /** Whether a model holds a whole answer to a JSON schema, as the provider documents it; absent where that depends on its server. */
  readonly takesSchema?: (name: string) => boolean;
  readonly callOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  load(env: Environment): Promise<(name: string, connection: SdkConnection) => SdkModel>;
}

const toSettings = ({ baseUrl, apiKey, fetch }: SdkConnection) => ({
  ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  apiKey: apiKey ?? '',
  fetch,
});

async function loadCompatible(): Promise<(name: string, connection: SdkConnection) => SdkModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return (name, { baseUrl, apiKey, fetch }) =>
    toSdkModel(
      createOpenAICompatible({
        name: 'compatible',
        baseURL: baseUrl ?? '',
        ...(apiKey === null ? {} : { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        fetch,
      }).chatModel(name),
    );
}

/** A server that speaks Chat Completions, on the user's machine where it has a usual address. Hosted: `createHostedEntry`. */
const createCompatibleEntry = (prefix: string, defaultBaseUrl: string | null): ProviderEntry => ({
  keyVariables: [`${prefix}_API_KEY`],
  needsKey: false,
  baseUrlVariables: [`${prefix}_BASE_URL`],
  defaultBaseUrl,
  apiPath: '/v1',
  isLocal: defaultBaseUrl !== null,
  hasEmbeddings: true,
  cacheOption: null,
  load: loadCompatible,
});

/** A hosted provider that speaks Chat Completions; its models take a JSON schema where they have no tools. */
const createHostedEntry = (prefix: string, defaultBaseUrl: string | null, apiPath = '/v1'): ProviderEntry => ({
  ...createCompatibleEntry(prefix, defaultBaseUrl),
  needsKey: true,
  isLocal: false,
  hasEmbeddings: false,
  apiPath,
});

const REGION_VARIABLES = ['AWS_REGION', 'AWS_DEFAULT_REGION'];
const readRegion = (env: Environment): string | undefined =>
  REGION_VARIABLES.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '');

function findAwsGap(env: Environment): string | null {
  if (readRegion(env) === undefined) return 'AWS_REGION';
  if (env.AWS_BEARER_TOKEN_BEDROCK) return null;
  return env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY ? null : 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
}

/** As the package does it; regions of other partitions have other domains. */
function findBedrockUrl(env: Environment): string | null {
  const region = readRegion(env);
  if (env.AWS_ENDPOINT_URL) return URL.canParse(env.AWS_ENDPOINT_URL) ? env.AWS_ENDPOINT_URL : null;
  return region === undefined || /^cn-|^eusc-|-iso/u.test(region)
    ? null
    : `https://bedrock-runtime.${region}.amazonaws.com`;
}

export const PROVIDERS = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    apiPath: '/v1',
    isLocal: false,
    cacheOption: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    takesSchema: () => true,
    async load() {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return (name, connection) => toSdkModel(createAnthropic(toSettings(connection)).languageModel(name));
    },
  },
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['OPENAI_BASE_URL'],
    defaultBaseUrl: 'https://api.openai.com/v1',
    apiPath: '/v1',
    isLocal: false,
    hasEmbeddings: true,
    cacheOption: null,
    // Models before GPT-4o know no schema.
    takesSchema: (name) => !/^(?:gpt-3|gpt-4(?:$|-)|chatgpt|o1-(?:mini|preview))/u.test(name),
    // Reviewed code is not kept by the provider.
    callOptions: { openai: { store: false } },
    async load() {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return (name, connection) => toSdkModel(createOpenAI(toSettings(connection)).responses(name));
    },
  },
  google: {
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    needsKey: true,
    baseUrlVariables: ['GOOGLE_GENERATIVE_AI_BASE_URL'],
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiPath: '/v1beta',
    isLocal: false,
    cacheOption: null,
    takesSchema: (name) => name.startsWith('gemini'),
    async load() {
      const { createGoogle } = await import('@ai-sdk/google');
      return (name, connection) => toSdkModel(createGoogle(toSettings(connection)).languageModel(name));
    },
  },
  bedrock: {
    keyVariables: ['AWS_BEARER_TOKEN_BEDROCK'],
    needsKey: false,
    baseUrlVariables: ['BEDROCK_BASE_URL', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'],
    defaultBaseUrl: null,
    packageUrl: findBedrockUrl,
    apiPath: '',
    isLocal: false,
    findGap: findAwsGap,
    cacheOption: { bedrock: { cachePoint: { type: 'default' } } },
    // Others refuse the whole call.
    takesCacheOption: (name) => /anthropic\.claude|amazon\.nova/u.test(name),
    // Of others the package makes a tool, which a model without tools does not have.
    takesSchema: (name) => /anthropic\.claude/u.test(name),
    async load(env) {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      const sessionToken = env.AWS_SESSION_TOKEN;
      return (name, connection) =>
        toSdkModel(
          createAmazonBedrock({
            ...toSettings(connection),
            region: readRegion(env) ?? '',
            accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
            secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
            ...(sessionToken ? { sessionToken } : {}),
          }).languageModel(name),
        );
    },
  },
  openrouter: createHostedEntry('OPENROUTER', 'https://openrouter.ai/api/v1', '/api/v1'),
  mistral: createHostedEntry('MISTRAL', 'https://api.mistral.ai/v1'),
  groq: createHostedEntry('GROQ', 'https://api.groq.com/openai/v1', '/openai/v1'),
  xai: createHostedEntry('XAI', 'https://api.x.ai/v1'),
  azure: {
    ...createHostedEntry('AZURE', null, '/openai/v1'),
    needsBaseUrl: true,
    exampleUrl: 'https://RESOURCE.openai.azure.com',
  },
  vertex: {
    ...createHostedEntry('VERTEX', null, ''),
    // A token of `gcloud auth print-access-token`, which ends after an hour.
    keyVariables: ['VERTEX_ACCESS_TOKEN'],
    needsBaseUrl: true,
    exampleUrl: 'https://REGION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/REGION/endpoints/openapi',
  },
  ollama: {
    ...createCompatibleEntry('OLLAMA', 'http://127.0.0.1:11434/v1'),
    baseUrlVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
  },
  lmstudio: createCompatibleEntry('LMSTUDIO', 'http://127.0.0.1:1234/v1'),
  vllm: createCompatibleEntry('VLLM', 'http://127.0.0.1:8000/v1'),
  llamacpp: createCompatibleEntry('LLAMACPP', 'http://127.0.0.1:8080/v1'),
  'openai-compatible': { ...createCompatibleEntry('OPENAI_COMPATIBLE', null), needsBaseUrl: true },
} as const satisfies Record<string, ProviderEntry>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

export const findProvider = (name: string): ProviderEntry | null =>
  Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as ProviderName] : null;
