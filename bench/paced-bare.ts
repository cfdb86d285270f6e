/** The same six conversations with nothing but `streamText`: ask, read the stream, answer the tool. Started by overhead.ts. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { jsonSchema, type ModelMessage, streamText } from 'ai';
import { REPORT_FINDING } from '../src/prompts/review-tools.ts';
import { measureSide, PACED_AGENTS, PACED_FILES } from './paced-agents.ts';

const anthropic = createAnthropic({ apiKey: 'loopback-key', baseURL: process.env.ANTHROPIC_BASE_URL ?? '' });
const system = Object.entries(PACED_FILES)
  .map(([path, text]) => `${path}\n${text}`)
  .join('\n');
const { name, description, parameters } = REPORT_FINDING;
const tools = { [name]: { description, inputSchema: jsonSchema<never>(parameters) } };

async function converse(agent: string): Promise<number> {
  const messages: ModelMessage[] = [{ role: 'user', content: `You are ${agent}. Review the files.` }];
  for (let calls = 1; ; calls += 1) {
    const result = streamText({
      model: anthropic('loopback'),
      system,
      messages,
      tools,
      maxRetries: 0,
      maxOutputTokens: 8000,
    });
    let text = '';
    for await (const part of result.fullStream) if (part.type === 'text-delta') text += part.text;
    const asked = await result.toolCalls;
    if (asked.length === 0) return text === '' ? 0 : calls;
    messages.push(...(await result.response).messages, {
      role: 'tool',
      content: asked.map(({ toolCallId, toolName }) => ({
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'text' as const, value: 'recorded' },
      })),
    });
  }
}

await measureSide(async () => (await Promise.all(PACED_AGENTS.map(converse))).reduce((sum, calls) => sum + calls, 0));
