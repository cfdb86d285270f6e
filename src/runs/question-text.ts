/**
 * Writes a question to a model (model, system prompt, messages, tools) as one text, and hashes it: keys by which cached-calls.ts and
 * recorded-calls.ts find a kept answer. Numbers of redacted secrets are left out. Each turn asks the whole conversation again, so
 * messages that were written or hashed before are not processed again.
 */

import type { ModelCall, ModelMessage } from '../ports/model.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import { dropNumbers } from '../protocol/redaction/placeholder.ts';

/** A hash that goes on where another ends. */
export interface IncrementalHash {
  add(text: string): IncrementalHash;
  /** Of everything that was added. */
  readonly hash: string;
}

type Asked = Pick<ModelCall, 'request' | 'model'>;

const written = new WeakMap<ModelMessage, string>();

const writeMessage = (message: ModelMessage): string =>
  getOrAdd(written, message, () => {
    // What a provider may keep is no part of the question.
    const { endsCacheablePrefix: _mark, ...words } = message;
    return dropNumbers(JSON.stringify(words));
  });

const writeHead = ({ model, request }: Asked): string =>
  `[${JSON.stringify(model.name)},${dropNumbers(JSON.stringify(request.system))},[`;

const writeTail = ({ request }: Asked): string => {
  const schema = request.answerSchema === undefined ? '' : `,${JSON.stringify(request.answerSchema)}`;
  const reasoning = request.reasoning === undefined ? '' : `,"${request.reasoning}"`;
  return `],${JSON.stringify(request.tools)},${request.maxOutputTokens}${schema}${reasoning}]`;
};

export const writeQuestion = (call: Asked): string =>
  `${writeHead(call)}${call.request.messages.map(writeMessage).join(',')}${writeTail(call)}`;

/** The hash up to a message, and the hash it goes on from: the same message may follow other text elsewhere. */
interface HashedMessage {
  readonly head: string;
  readonly from: IncrementalHash;
  readonly upTo: IncrementalHash;
}

const hashed = new WeakMap<ModelMessage, HashedMessage>();

/** The hash of `writeQuestion`. */
export function hashQuestion(call: Asked, empty: IncrementalHash): string {
  const head = writeHead(call);
  let from = empty;
  for (const message of call.request.messages) {
    const known = hashed.get(message);
    if (known?.head === head && known.from === from) from = known.upTo;
    else {
      const upTo = from.add(`${from === empty ? head : ','}${writeMessage(message)}`);
      hashed.set(message, { head, from, upTo });
      from = upTo;
    }
  }
  return (from === empty ? empty.add(head) : from).add(writeTail(call)).hash;
}
