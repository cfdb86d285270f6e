/**
 * Creates the redactor of a run, and wraps with it models (nothing unredacted is sent) and the repository (its snapshots also give
 * redacted texts). Used by model-reviewers.ts, review-ports.ts, and by commands that print or send texts.
 */
import { readTable } from '../analyzers/rule-tables/read-table.ts';
import { addRedactedRead } from '../context/redacted-snapshot.ts';
import type { Model, ModelMessage, TurnRequest } from '../ports/model.ts';
import type { Repository } from '../ports/repository.ts';
import { createRedactor, type Redactor } from '../protocol/redaction/redactor.ts';

/** Its tables are read with the first text. */
export const createRunRedactor = (): Redactor =>
  createRedactor(() =>
    readTable('secretlint').map(({ id, telltale, pattern }) => ({
      kind: id.replace(/^secret-/u, ''),
      telltale,
      pattern,
    })),
  );

/** Nothing reaches a provider or an agent program that has not passed here, whoever wrote it. */
export function redactModel(model: Model, redactor: Redactor): Model {
  // A conversation is sent again with every turn: what passed once is not looked at again.
  const passed = new WeakMap<ModelMessage, ModelMessage>();
  const redactMessage = (message: ModelMessage): ModelMessage => {
    const known = passed.get(message) ?? redactWords(message, redactor);
    passed.set(message, known);
    return known;
  };
  const redactRequest = (request: TurnRequest): TurnRequest => ({
    ...request,
    system: redactor.redact(request.system),
    messages: request.messages.map(redactMessage),
    ...(request.answerSchema === undefined
      ? {}
      : { answerSchema: redactor.redactWithin(request.answerSchema, NO_NAMES) }),
  });
  return { ...model, turn: (request, signal) => model.turn(redactRequest(request), signal) };
}

function redactWords(message: ModelMessage, redactor: Redactor): ModelMessage {
  switch (message.role) {
    case 'user':
      return { ...message, text: redactor.redact(message.text) };
    case 'tool':
      return {
        ...message,
        results: message.results.map((result) => ({ ...result, text: redactor.redact(result.text) })),
      };
    // The model's own words; the form that the provider signed goes back as it came.
    case 'assistant':
      return {
        ...message,
        text: redactor.redact(message.text),
        toolCalls: redactor.redactWithin(message.toolCalls, OWN_NAMES),
      };
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();
const OWN_NAMES: ReadonlySet<string> = new Set(['id', 'name', 'toolCallId', 'toolName']);

/** Snapshots that know what models see of them. */
export const redactRepository = (repository: Repository, redactor: Redactor): Repository => ({
  ...repository,
  open: async (selection, rules) => addRedactedRead(await repository.open(selection, rules), redactor),
});
