/**
 * A question to a model as one text, and the mark of it. A conversation is asked again with every turn: what was written out
 * or marked once is not read again.
 */
import type { ModelCall, ModelMessage } from '../ports/model.ts';

/** A mark that goes on where another ends. */
export interface GrowingMark {
  add(text: string): GrowingMark;
  /** Of everything that was added. */
  readonly mark: string;
}

type Asked = Pick<ModelCall, 'request' | 'model'>;

const written = new WeakMap<ModelMessage, string>();

function writeMessage(message: ModelMessage): string {
  const known = written.get(message);
  if (known !== undefined) return known;
  // What a provider may keep is no part of the question.
  const { endsCacheablePrefix: _mark, ...words } = message;
  const text = JSON.stringify(words);
  written.set(message, text);
  return text;
}

const writeHead = ({ model, request }: Asked): string =>
  `[${JSON.stringify(model.name)},${JSON.stringify(request.system)},[`;

const writeTail = ({ request }: Asked): string => `],${JSON.stringify(request.tools)},${request.maxOutputTokens}]`;

export const wordsOf = (call: Asked): string =>
  `${writeHead(call)}${call.request.messages.map(writeMessage).join(',')}${writeTail(call)}`;

/** The mark up to a message, and the mark it goes on from: the same message may stand behind other words elsewhere. */
interface MarkedMessage {
  readonly head: string;
  readonly from: GrowingMark;
  readonly upTo: GrowingMark;
}

const marked = new WeakMap<ModelMessage, MarkedMessage>();

/** The mark of `wordsOf`. */
export function markQuestion(call: Asked, empty: GrowingMark): string {
  const head = writeHead(call);
  let from = empty;
  for (const message of call.request.messages) {
    const known = marked.get(message);
    if (known?.head === head && known.from === from) from = known.upTo;
    else {
      const upTo = from.add(`${from === empty ? head : ','}${writeMessage(message)}`);
      marked.set(message, { head, from, upTo });
      from = upTo;
    }
  }
  return (from === empty ? empty.add(head) : from).add(writeTail(call)).mark;
}
