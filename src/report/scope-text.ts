/**
 * Describes in words what a report or plan covers: files, lines and languages, what was left out by reason, the model, and the
 * budgets. Called by the pages, the HTML report, summary.ts and cli/index-page.ts.
 */
import { AUDIT_TOKENS_PER_TURN, planTurns } from '../protocol/budget/turns.ts';
import { AUDIT_MODE_PROFILES } from '../protocol/coverage/audit-mode.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { formatCount, plural } from './numbers.ts';

export function describeScope({ files, loc, tokens, languages }: ReportDocument['scope']): string {
  const detail = Object.entries(languages).map(([name, count]) => `${count} ${name}`);
  const size = `${plural(files, 'file')}, ${plural(loc, 'line')}, ${plural(tokens, 'token')}`;
  return detail.length === 0 ? size : `${size} (${detail.join(', ')})`;
}

/** `1 binary, 2 vendored (1 folder)`; empty where nothing was left out. A folder that was not entered is one entry. */
export const countReasons = (ignored: readonly { readonly path: string; readonly reason: string }[]): string =>
  [...Map.groupBy(ignored, ({ reason }) => reason)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, entries]) => {
      const folders = entries.filter(({ path }) => path.endsWith('/')).length;
      const count = `${formatCount(entries.length)} ${reason}`;
      return folders === 0 ? count : `${count} (${plural(folders, 'folder')})`;
    })
    .join(', ');

export const describeReader = (model: string): string =>
  model === 'embedded' ? 'embedded reviewers (rules and analyzers, no model)' : model;

/** `25 turns of 4,096 tokens for each agent in round 1, 20 in round 2`. */
export function describeTurns(rounds: number, model: string): string {
  const turns = Array.from({ length: rounds }, (_, i) => `, ${planTurns(i + 1).maxTurns} in round ${i + 1}`);
  const said = `${planTurns(1).maxTurns} turns of ${formatCount(AUDIT_TOKENS_PER_TURN)} tokens, read and written, for each agent in round 1${turns.slice(1).join('')}`;
  return model === 'embedded' ? `${said}; embedded agents read outside any context and use none` : said;
}

/** What the budgets of a run were: of an audit in turns, of a review by the size of the scope (AUD-26). */
export const describeRunBudgets = ({ budget, run }: Pick<ReportDocument, 'budget' | 'run'>): string =>
  run.mode === 'review'
    ? `× ${budget.scale} for ${plural(budget.total_tokens, 'token')}, ${budget.isolation} context`
    : describeTurns(AUDIT_MODE_PROFILES[run.mode].maxRounds, run.model);
