/** What a comparison of two runs says in every format for people. */
import type { ComparedRun, ComparisonDocument, FindingChange } from '../protocol/report/comparison-document.ts';
import { formatMoment } from './runs-text.ts';

export const CHANGE_TITLES: Readonly<Record<FindingChange, string>> = {
  new: 'New',
  newly_seen: 'Newly seen, where the first run did not look',
  fixed: 'Fixed',
  unknown: 'Unknown, since the second run did not look there',
  still_there: 'Still there',
};

const SHORT: Readonly<Record<FindingChange, string>> = {
  new: 'new',
  newly_seen: 'newly seen',
  fixed: 'fixed',
  unknown: 'unknown',
  still_there: 'still there',
};

/** `1 new · 0 fixed · 12 still there`, and the two that concern coverage where there are any. */
export const describeChange = ({ counts }: ComparisonDocument): string =>
  (['new', 'newly_seen', 'fixed', 'unknown', 'still_there'] as const)
    .filter((change) => counts[change] > 0 || (change !== 'newly_seen' && change !== 'unknown'))
    .map((change) => `${counts[change]} ${SHORT[change]}`)
    .join(' · ');

export const describeVerdicts = ({ before, after }: ComparisonDocument): string =>
  before.verdict === after.verdict ? `verdict ${after.verdict}` : `verdict ${before.verdict} → ${after.verdict}`;

export const describeCompared = ({ id, playbook, selection, model, started_at, complete }: ComparedRun): string =>
  `${id}: ${playbook} of ${selection}, ${model}, ${formatMoment(started_at)}${complete ? '' : ', incomplete'}`;
