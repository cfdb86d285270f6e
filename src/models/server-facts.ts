/**
 * Reads context window, slots and tool support from the answers of llama.cpp, Ollama, vLLM and LM Studio about themselves. An
 * unsound figure counts as not published; nothing throws. Called by inspect-server.ts.
 */
import { isJsonObject } from '../protocol/text/json-object.ts';

export const SERVER_KINDS = ['llama.cpp', 'Ollama', 'vLLM', 'LM Studio'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export interface ServerFacts {
  readonly server: ServerKind;
  /** Tokens of one conversation, question and answer together; null where it is not published. */
  readonly windowTokens: number | null;
  /** Calls that are answered at the same time; null where it is not published. */
  readonly slots: number | null;
  /** Whether the model is said to call tools; null where it is not published. */
  readonly hasTools: boolean | null;
  /** Whether answers can be held to a JSON schema. */
  readonly takesSchema: boolean;
}

const MAX_WINDOW_TOKENS = 100_000_000;
const MAX_SLOTS = 1024;

const readCount = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= most ? value : null;
const readWindow = (value: unknown): number | null => readCount(value, MAX_WINDOW_TOKENS);
const readSlots = (value: unknown): number | null => readCount(value, MAX_SLOTS);

const listObjects = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
const fieldOf = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);
const nameIs = (row: Readonly<Record<string, unknown>>, name: string, ...keys: readonly string[]): boolean =>
  keys.some((key) => row[key] === name || row[key] === `${name}:latest`);

/** `GET /props` of llama.cpp: the window is that of one slot. Null where it is another server. */
export function readLlamaProps(props: unknown): ServerFacts | null {
  const settings = fieldOf(props, 'default_generation_settings');
  const windowTokens = readWindow(fieldOf(settings, 'n_ctx')) ?? readWindow(fieldOf(props, 'n_ctx'));
  const slots = readSlots(fieldOf(props, 'total_slots'));
  if (windowTokens === null && slots === null) return null;
  const tools = fieldOf(fieldOf(props, 'chat_template_caps'), 'supports_tools');
  return {
    server: 'llama.cpp',
    windowTokens,
    slots,
    hasTools: typeof tools === 'boolean' ? tools : null,
    takesSchema: true,
  };
}

/** `num_ctx 8192` among the parameters of a model file. */
const readNumCtx = (parameters: unknown): number | null => {
  const written =
    typeof parameters === 'string' ? /^[ \t]*num_ctx[ \t]+(\d{1,9})[ \t]*\r?$/mu.exec(parameters)?.[1] : undefined;
  return written === undefined ? null : readWindow(Number(written));
};

/**
 * `POST /api/show` and `GET /api/ps` of Ollama. What a loaded model was given counts, then what its model file says; what it was
 * trained with says nothing of the server. How many calls run at once is not published, and by default it is one.
 */
export function readOllama(show: unknown, running: unknown, model: string): ServerFacts | null {
  if (!isJsonObject(show) || !('model_info' in show || 'capabilities' in show || 'details' in show)) return null;
  const loaded = listObjects(fieldOf(running, 'models')).find((row) => nameIs(row, model, 'name', 'model'));
  const { capabilities } = show;
  return {
    server: 'Ollama',
    windowTokens: readWindow(loaded?.context_length) ?? readNumCtx(show.parameters),
    slots: 1,
    hasTools: Array.isArray(capabilities) ? capabilities.includes('tools') : null,
    takesSchema: true,
  };
}

/** `GET /v1/models` of vLLM. It batches as many calls as fit, and does not publish how many. */
export function readVllm(models: unknown, model: string): ServerFacts | null {
  const row = listObjects(fieldOf(models, 'data')).find((each) => nameIs(each, model, 'id', 'root'));
  const windowTokens = readWindow(row?.max_model_len);
  return windowTokens === null
    ? null
    : { server: 'vLLM', windowTokens, slots: null, hasTools: null, takesSchema: true };
}

/** `GET /api/v1/models` of LM Studio: the instance that is loaded. */
export function readLmStudio(models: unknown, model: string): ServerFacts | null {
  const row = listObjects(fieldOf(models, 'models')).find(
    (each) =>
      nameIs(each, model, 'key') ||
      listObjects(each.loaded_instances).some((instance) => nameIs(instance, model, 'id')),
  );
  if (row === undefined) return null;
  const instances = listObjects(row.loaded_instances);
  const config = (instances.find((each) => nameIs(each, model, 'id')) ?? instances[0])?.config;
  const tools = fieldOf(row.capabilities, 'trained_for_tool_use');
  return {
    server: 'LM Studio',
    windowTokens: readWindow(fieldOf(config, 'context_length')),
    slots: readSlots(fieldOf(config, 'parallel')) ?? 1,
    hasTools: typeof tools === 'boolean' ? tools : null,
    takesSchema: true,
  };
}

/** `GET /api/v0/models` of LM Studio before 0.4. */
export function readOldLmStudio(models: unknown, model: string): ServerFacts | null {
  const row = listObjects(fieldOf(models, 'data')).find((each) => nameIs(each, model, 'id'));
  if (row === undefined) return null;
  const { capabilities } = row;
  return {
    server: 'LM Studio',
    windowTokens: readWindow(row.loaded_context_length),
    slots: 1,
    hasTools: Array.isArray(capabilities) ? capabilities.includes('tool_use') : null,
    takesSchema: true,
  };
}
