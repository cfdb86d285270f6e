/**
 * Rewrites a conversation without tool calls, for the last answer of an agent, which has no tools: calls and their
 * results become quoted text, because providers refuse calls of tools that a request does not offer. Called by
 * conversation.ts.
 */
import type { ModelMessage } from '../../ports/model.ts';
import { quotesAnswer, quotesCall } from '../../prompts/conversation.ts';
import { writeInput } from './writing-meter.ts';

export function tellAsText(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const told: { readonly isOwn: boolean; text: string }[] = [];
  for (const message of messages) {
    const isOwn = message.role === 'assistant';
    const text = quote(message);
    const last = told.at(-1);
    // Two messages of one side in a row are one, and one without a word is none.
    if (text !== '' && last?.isOwn === isOwn) last.text = `${last.text}\n\n${text}`;
    else if (text !== '') told.push({ isOwn, text });
  }
  return told.map(({ isOwn, text }) =>
    isOwn ? { role: 'assistant', text, toolCalls: [], continuation: null } : { role: 'user', text },
  );
}

function quote(message: ModelMessage): string {
  if (message.role === 'user') return message.text;
  if (message.role === 'tool')
    return message.results.map(({ toolName, text }) => quotesAnswer(toolName, text)).join('\n\n');
  const calls = message.toolCalls.map(({ name, input }) => quotesCall(name, writeInput(input)));
  return [...(message.text === '' ? [] : [message.text]), ...calls].join('\n');
}
