/**
 * Decides the verdict of an agent on files taken from the review cache by their findings alone, since the verdict the agent gave was
 * on more files than these. Called by agent-record.ts and cache-files.ts. The verdict of the report is decided in
 * protocol/report/verdict.ts.
 */
import type { Assignment } from '../../ports/driver.ts';
import type { AgentVerdict, CachedVerdict } from '../../protocol/cache/cached-agent-runs.ts';
import type { Finding } from '../../protocol/findings/finding.ts';
import { agentVerdict } from '../../protocol/report/verdict.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';

/** Where findings alone lead. Those on lines that a change did not touch do not count, but show why an agent objects. */
export function showVerdict(
  { name, canVeto }: Pick<ReviewerProfile, 'name' | 'canVeto'>,
  findings: readonly Finding[],
): AgentVerdict {
  const shown = findings.map((finding) => ({ ...finding, introduced: true }));
  return agentVerdict({ agent: name, canVeto, verdict: null, vetoReasons: [] }, shown);
}

export const listCachedVerdicts = (
  { recalled = [], reviewer }: Pick<Assignment, 'recalled' | 'reviewer'>,
  findings: readonly Finding[],
): readonly CachedVerdict[] =>
  recalled.map(({ file, review: { sittings } }) => ({
    sittings,
    shown: showVerdict(
      reviewer,
      findings.filter((finding) => finding.file === file.path),
    ),
  }));
