import { createHash, type Hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelMessage } from '../ports/model.ts';
import { hashQuestion, type IncrementalHash, writeQuestion } from './question-text.ts';

const growFrom = (hash: Hash): IncrementalHash => ({
  add: (text) => growFrom(hash.copy().update(text)),
  get hash() {
    return hash.copy().digest('hex');
  },
});
const EMPTY = growFrom(createHash('sha256'));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const asked = (messages: readonly ModelMessage[], system: string) => ({
  model: { name: 'any/model', provider: 'any', turn: () => Promise.reject(new Error('nobody asks it here')) },
  request: { system, messages, tools: [], maxOutputTokens: 100, idleTimeoutMs: 1000 },
});

const message = fc.record({ role: fc.constant('user' as const), text: fc.string() });

test('the hash of a conversation that grows, is cut, shared and mixed is the hash of its text', () => {
  const steps = fc.array(fc.tuple(fc.array(fc.nat(5), { maxLength: 8 }), fc.constantFrom('one', 'two')), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(message, { minLength: 6, maxLength: 6 }), steps, (pool, questions) => {
      for (const [picks, system] of questions) {
        const call = asked(
          picks.map((pick) => pool[pick] as ModelMessage),
          system,
        );
        expect(hashQuestion(call, EMPTY)).toBe(hashOf(writeQuestion(call)));
      }
    }),
  );
});

test('a message that stood first is marked anew behind another, and so is what follows it', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((text): ModelMessage => ({ role: 'user', text })) as [
    ModelMessage,
    ModelMessage,
    ModelMessage,
  ];
  for (const messages of [
    [second, third],
    [first, second],
    [first, second, third],
  ]) {
    const call = asked(messages, 'system');
    expect(hashQuestion(call, EMPTY)).toBe(hashOf(writeQuestion(call)));
  }
});

test('what was marked is not read again', () => {
  const added: string[] = [];
  const watch = (hash: IncrementalHash): IncrementalHash => ({
    add: (text) => {
      added.push(text);
      return watch(hash.add(text));
    },
    get hash() {
      return hash.hash;
    },
  });
  const first: ModelMessage = { role: 'user', text: 'first' };
  const second: ModelMessage = { role: 'user', text: 'second' };
  const empty = watch(EMPTY);
  hashQuestion(asked([first], 'system'), empty);
  hashQuestion(asked([first, second], 'system'), empty);
  expect(added.filter((text) => text.includes('first'))).toHaveLength(1);
});
