/**
 * Declares the options of the model auditor, with helpers that hunt.ts, deepen.ts and validate.ts share: `converseOrFeed` asks a
 * model without tools again with the code in its prompt, and one that takes no schema in words; `hasReplied` tells whether a
 * conversation brought an answer.
 */
import type { DriverLimits } from '../../../ports/driver.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import type { AuditContext } from '../../embedded/audit/audit-context.ts';
import type { ConversationEnd, ModelOptions } from '../agent-policy.ts';
import type { AskModel } from '../ask-model.ts';
import { type AnswerTerms, isHeld } from '../held-answer.ts';

export interface AuditModelOptions extends ModelOptions {
  /** What its agents are bound by beside their budgets; null or absent where nothing is known. */
  readonly limits?: DriverLimits | null;
  readonly openAsk: (agentId: string) => AskModel;
}

export interface ModelAuditorOptions extends AuditModelOptions {
  /** A document of the knowledge pack; null where there is none of that name. */
  readonly loadDocument: (name: string) => Promise<string | null>;
  /** What the host knows of the project, for evidence of its own. */
  readonly openAuditContext: (snapshot: Snapshot) => Promise<AuditContext>;
}

/** A model that turns out to have no tools is asked once more and given its code; one that takes no schema is asked in words. */
export async function converseOrFeed<T extends AnswerTerms>(
  terms: T,
  ask: (terms: T) => Promise<ConversationEnd>,
): Promise<ConversationEnd> {
  const end = await ask(terms);
  if (end.lacksTools && terms.hasTools) return converseOrFeed({ ...terms, hasTools: false }, ask);
  if (end.lacksSchema && isHeld(terms)) return converseOrFeed({ ...terms, takesSchema: false }, ask);
  return end;
}

/** The key of the calls of a conversation: one that is asked anew, in another form, begins its own. */
export const nameCalls = (agentId: string, given: AnswerTerms, now: AnswerTerms): string =>
  [
    agentId,
    ...(given.hasTools && !now.hasTools ? ['fed'] : []),
    ...(given.takesSchema === true && now.takesSchema !== true ? ['text'] : []),
  ].join('/');

const UNANSWERED: ReadonlySet<ConversationEnd['kind']> = new Set(['denied', 'failed', 'timeout', 'aborted']);

/** Whether the agent has spoken its last word, whole or not. */
export const hasReplied = ({ kind }: ConversationEnd): boolean => !UNANSWERED.has(kind);
