/**
 * Which providers are local servers (llama.cpp, Ollama, vLLM, LM Studio) that can be asked for their context window.
 * The asking is in models/inspect-server.ts; this file is apart so that a run without such a server loads no network
 * code.
 */
const INSPECTABLE = ['llamacpp', 'ollama', 'vllm', 'lmstudio'] as const;

export type InspectableProvider = (typeof INSPECTABLE)[number];

/** Whether the provider of a model is such a server. */
export const isInspectable = (name: string): boolean =>
  (INSPECTABLE as readonly string[]).includes(name.split('/')[0] ?? '');
