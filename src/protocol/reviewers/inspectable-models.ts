/**
 * Tells whether a model name belongs to a local server (llama.cpp, Ollama, vLLM, LM Studio) that can be asked for its context
 * window; the asking is in models/inspect-server.ts. Apart from it so that a run without such a server loads no network code.
 * Called by wiring/local-servers.ts and cli/commands/measure-model.ts.
 */
const INSPECTABLE = ['llamacpp', 'ollama', 'vllm', 'lmstudio'] as const;

export type InspectableProvider = (typeof INSPECTABLE)[number];

/** Whether the provider of a model is such a server. */
export const isInspectable = (name: string): boolean =>
  (INSPECTABLE as readonly string[]).includes(name.split('/')[0] ?? '');
