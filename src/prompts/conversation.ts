/**
 * Holds sentences that are put into the conversation of any agent on a model: be brief, go on, last answer, why a call is
 * refused. Used by reviewers/model/conversation.ts, the tools of reviewers/model/ and mcp/host/ticket.ts.
 */

/** Before the final answer: how to say the same in fewer words (TRUNC-03..05). */
export const COMPRESS =
  'Little room is left for your result. Shorten it: one line of evidence for each finding, one entry for findings of the same CWE in the same file, and for MEDIUM and LOW only source and sink.';

export const GO_ON = 'Go on: look further with the tools, or write your result in the agreed form.';

export const NOT_JSON = 'the arguments are not JSON';
export const BUDGET_USED_UP = 'the budget is used up';
export const LOOKING_IS_OVER = 'refused: the time to look is over. Write your result now.';

/** Behind the soft stop: one answer is left, and there is nothing to call (TRUST-05). */
export const LAST_ANSWER =
  'This is your last answer, and it must be short. You have no tools any more. Findings you have recorded are kept; put everything else into the result itself.';

/** Calls and what they brought, where a conversation goes on without tools. */
export const quotesCall = (name: string, args: string): string => `[called ${name} ${args}]`;
export const quotesAnswer = (name: string, text: string): string => `[${name} answered]\n${text}`;
