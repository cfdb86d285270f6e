/**
 * Checks what models answered about the points of a linked issue (each quote has to stand in the code), and composes the
 * `requirements` of the report: one answer per point, `not_visible` where nobody answered. Does not affect the verdict. Called by
 * agent-run.ts and compose-report.ts.
 */
import type { ModelAnswer, ReviewOutcome } from '../../ports/driver.ts';
import { claimFinding } from '../../protocol/findings/finding.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { checkClaim } from '../accept-claim.ts';
import { type AgentRecord, type CheckedAnswer, deliveredOf } from './agent-record.ts';
import type { ReviewRequest } from './review-request.ts';
import type { ReviewState } from './review-state.ts';

/** Answers to what was asked, each with its quote compared. */
export async function checkAnswers(record: AgentRecord, outcome: ReviewOutcome): Promise<readonly CheckedAnswer[]> {
  const asked = new Set((record.assignment.reviewer.requirements ?? []).map(({ id }) => id));
  const answers = (outcome.requirements ?? []).filter(({ id }) => asked.has(id));
  return Promise.all(answers.map((answer) => checkAnswer(record, answer)));
}

async function checkAnswer(record: AgentRecord, answer: ModelAnswer): Promise<CheckedAnswer> {
  const { status, file, line, evidence, reason } = answer;
  if (status === 'not_visible' || status === 'no_requirement')
    return { ...answer, file: null, line: null, evidence: null, doubt: null };
  if (file === null || evidence === null) {
    const doubt = 'no code was quoted';
    const bare = { ...answer, file: null, line: null, evidence: null, doubt };
    return status === 'met' ? { ...bare, status: 'not_visible' } : bare;
  }
  const assigned = record.files.get(file) ?? null;
  const delivered = assigned === null ? (record.tools?.delivered().get(file) ?? []) : deliveredOf(record, assigned);
  const place = line === null ? { line: 1, endLine: Number.MAX_SAFE_INTEGER } : { line, endLine: line };
  const checked = await checkClaim(
    claimFinding({ severity: 'LOW', title: answer.id, issue: reason ?? answer.id, file, evidence, ...place }),
    { id: answer.id, agent: record.assignment.reviewer.name, round: 1, model: answer.model },
    { file: assigned ?? { path: file, changed: null }, snapshot: record.ports.snapshot, delivered },
  );
  return checked.status === 'confirmed'
    ? { ...answer, line: checked.line, evidence: checked.evidence, doubt: null }
    : { ...answer, status: 'not_visible', file: null, line: null, evidence: null, doubt: `${checked.doubt} (${file})` };
}

/** What counts where several have answered: shown in the code before said, and a fault before its absence. */
const WEIGHTS = [
  (answer: CheckedAnswer) => answer.status === 'not_met' && answer.doubt === null,
  (answer: CheckedAnswer) => answer.status === 'met',
  (answer: CheckedAnswer) => answer.status === 'not_met',
  (answer: CheckedAnswer) => answer.status === 'no_requirement',
  () => true,
];

type Requirements = NonNullable<ReportDocument['requirements']>;

/** Nothing where no text was given. */
export function composeRequirements(
  { runs }: ReviewState,
  { context }: Pick<ReviewRequest, 'context'>,
): { readonly requirements?: Requirements } {
  if (context === undefined) return {};
  const answers = runs.flatMap((run) => run.requirements);
  const points = context.requirements.map(({ id, line: textLine, text }) => {
    const own = answers.filter((answer) => answer.id === id);
    const best = WEIGHTS.flatMap((isMeant) => own.find(isMeant) ?? [])[0];
    const point = { id, text_line: textLine, text };
    if (best === undefined)
      return {
        ...point,
        status: 'not_visible',
        ...NOWHERE,
        reason: null,
        doubt: 'no answer',
        answered_by: [],
      } as const;
    const { status, file, line, evidence, reason, doubt } = best;
    return {
      ...point,
      status,
      file,
      line,
      evidence,
      reason,
      doubt,
      answered_by: [...new Set(own.map(({ model }) => model))],
    };
  });
  return {
    requirements: {
      source: context.source,
      points: points.flatMap(({ status, ...point }) => (status === 'no_requirement' ? [] : [{ ...point, status }])),
      no_requirement: points.filter(({ status }) => status === 'no_requirement').length,
      not_asked: context.left,
    },
  };
}

const NOWHERE = { file: null, line: null, evidence: null } as const;
