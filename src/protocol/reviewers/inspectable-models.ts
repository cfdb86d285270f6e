/** Servers for local models that publish something of themselves. Apart from who asks them, so that whoever asks nobody loads no network. */
const INSPECTABLE = ['llamacpp', 'ollama', 'vllm', 'lmstudio'] as const;

export type InspectableProvider = (typeof INSPECTABLE)[number];

/** Whether the provider of a model is such a server. */
export const isInspectable = (name: string): boolean =>
  (INSPECTABLE as readonly string[]).includes(name.split('/')[0] ?? '');
