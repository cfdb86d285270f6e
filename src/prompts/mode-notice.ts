/**
 * Formats the line that tells an agent its usage and mode at the end of a tool result (`[budget] used: …`, MODE-16). Added by
 * context/tools/meter.ts to what reading tools return or refuse, and by reviewers/model/conversation.ts where it refuses a call
 * because the agent has to return; other results do not have it.
 */
import type { Mode } from '../protocol/budget/mode.ts';

const DUTIES: Readonly<Record<Mode, string>> = {
  full: 'report everything',
  high_severity_only: 'report CRITICAL and HIGH only, as file:line with brief advice',
  force_return: 'stop now and return what you have',
};

export const formatModeNotice = (usage: {
  readonly usedTokens: number;
  readonly budgetTokens: number;
  readonly mode: Mode;
}): string =>
  `[budget] used: ${usage.usedTokens}, budget: ${usage.budgetTokens}, mode: ${usage.mode} (${DUTIES[usage.mode]})`;

/** A tool result with its notice as the last line. */
export const endWithNotice = (result: string, usage: Parameters<typeof formatModeNotice>[0]): string =>
  `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${formatModeNotice(usage)}`;
