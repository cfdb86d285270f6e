/**
 * Defines the part of an SDK language model that we use (loosely, because each provider package has its own version of the
 * types), and converts a package's model to it. Used by providers.ts, create-model.ts, reply-collector.ts and to-call-options.ts.
 */

export interface SdkPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly providerExecuted?: boolean | undefined;
  readonly kind?: string;
  readonly finishReason?: { readonly unified: string; readonly raw: string | undefined };
  readonly usage?: SdkUsage;
  readonly error?: unknown;
  readonly providerMetadata?: unknown;
}

export interface SdkUsage {
  readonly inputTokens: {
    readonly total: number | undefined;
    readonly cacheRead: number | undefined;
    readonly cacheWrite: number | undefined;
  };
  readonly outputTokens: { readonly total: number | undefined; readonly reasoning?: number | undefined };
}

type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface SdkMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: unknown;
  readonly providerOptions?: ProviderOptions;
}

export interface SdkCallOptions {
  readonly prompt: readonly SdkMessage[];
  readonly tools?: readonly {
    readonly type: 'function';
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
  }[];
  readonly responseFormat?: { readonly type: 'json'; readonly schema: object; readonly name: string };
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly seed?: number;
  readonly reasoning?: string;
  readonly abortSignal: AbortSignal;
  readonly providerOptions?: ProviderOptions;
}

export interface SdkModel {
  doStream(options: SdkCallOptions): PromiseLike<{ readonly stream: ReadableStream<SdkPart> }>;
}

/** The one place where a model of a package becomes ours: what it takes is checked at run time by the package itself. */
export const toSdkModel = (model: {
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<SdkPart> }>;
}): SdkModel => model as SdkModel;

/** Settings every provider factory takes from us. */
export interface SdkConnection {
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly fetch: typeof globalThis.fetch;
}
