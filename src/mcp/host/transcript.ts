/**
 * Parses the transcript that Claude Code keeps of a subagent, one JSON object a line: which lines of which files its own Read tool
 * showed, and the tokens that the provider counted. Results of tools are written by the host, so an agent cannot claim them. Called by
 * known-transcripts.ts.
 */
import type { TurnUsage } from '../../protocol/calls/turn-outcome.ts';

export interface ShownLines {
  /** As the host names the file. */
  readonly path: string;
  readonly lines: ReadonlyMap<number, string>;
}

export interface Transcript {
  /** Of the message that dispatched the agent; null where it names none. */
  readonly ticket: string | null;
  readonly shown: readonly ShownLines[];
  /** Null where no turn says what it used. */
  readonly usage: TurnUsage | null;
}

type Fields = Readonly<Record<string, unknown>>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map(asFields)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
};

function parseLine(line: string): Fields {
  try {
    return asFields(JSON.parse(line));
  } catch {
    return {};
  }
}

/** A line as Read shows it: its number, a tab (an arrow in older versions), its text. */
const SHOWN_LINE = /^ *(?<number>\d{1,7})[\t→](?<text>.*)$/u;

function readShown(text: string): ReadonlyMap<number, string> {
  const shown = new Map<number, string>();
  for (const line of text.split('\n')) {
    const { number, text: said = '' } = SHOWN_LINE.exec(line)?.groups ?? {};
    if (number !== undefined) shown.set(Number(number), said.replace(/\r$/u, ''));
  }
  return shown;
}

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);

function readUsage(value: Fields): TurnUsage {
  const cached = countOf(value.cache_read_input_tokens);
  const written = countOf(value.cache_creation_input_tokens);
  return {
    inputTokens: countOf(value.input_tokens) + cached + written,
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    outputTokens: countOf(value.output_tokens),
    isEstimated: false,
  };
}

const addUsage = (a: TurnUsage, b: TurnUsage): TurnUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  cacheWriteInputTokens: a.cacheWriteInputTokens + b.cacheWriteInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  isEstimated: false,
});

/** Lines that are no JSON or have another form say nothing. */
export function parseTranscript(text: string): Transcript {
  const messages = text.split('\n').map((line) => asFields(parseLine(line).message));
  const first = messages.find(({ role }) => role === 'user');
  const ticket = /^ticket: (\S{1,100})$/mu.exec(textOf(first?.content))?.[1] ?? null;
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content.map(asFields) : []));
  const results = new Map(
    blocks
      .filter(({ type, is_error: isError }) => type === 'tool_result' && isError !== true)
      .map(({ tool_use_id: id, content }) => [id, textOf(content)]),
  );
  const shown = blocks.flatMap(({ type, name, id, input }) => {
    const { file_path: path } = asFields(input);
    const result = type === 'tool_use' && name === 'Read' ? results.get(id) : undefined;
    return typeof path === 'string' && result !== undefined ? [{ path, lines: readShown(result) }] : [];
  });
  // A message is written block by block, each with the usage of the whole.
  const used = new Map(
    messages.flatMap(({ id, usage }) => (typeof id === 'string' && usage !== undefined ? [[id, asFields(usage)]] : [])),
  );
  const usages = [...used.values()].map(readUsage);
  return { ticket, shown, usage: usages.length === 0 ? null : usages.reduce(addUsage) };
}
