/**
 * Narrows a review or triage to `--dimensions`: asks only security-reviewer and vulnerability-reviewer where no reviewers are named
 * (an error where the named ones have no dimensions), drops findings of other dimensions before the engine sees them, and turns the
 * review cache off. Called by playbooks.ts. Audits distribute dimensions themselves.
 */

import type { EnginePorts, ReviewRequest } from '../engine/review/review-request.ts';
import { findReviewers } from '../engine/survey.ts';
import { ReviewError } from '../errors.ts';
import type { Driver, ReviewEvent } from '../ports/driver.ts';
import { findCweFamily } from '../protocol/findings/cwe-family.ts';
import type { Dimension } from '../protocol/findings/dimension.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { BUILT_IN_REVIEWERS } from '../protocol/reviewers/reviewer-roster.ts';

/** Null where every finding is wanted. */
type ReviewDimensions = readonly Dimension[] | null;

/** Whose findings have a dimension. */
const KNOWING = ['security-reviewer', 'vulnerability-reviewer'];

export function narrowRequest(request: ReviewRequest, dimensions: ReviewDimensions): ReviewRequest {
  if (dimensions === null) return request;
  const { reviewerNames, roster, warnings } = request;
  if (reviewerNames !== null) requireKnowing(findReviewers(reviewerNames, roster));
  return {
    ...request,
    reviewerNames: reviewerNames ?? KNOWING,
    warnings: [...warnings, `⚠️ only findings of ${dimensions.join(', ')} are reported (--dimensions)`],
  };
}

/** Nobody who was asked for has a dimension: nothing would be looked for, and the report would say OK. */
function requireKnowing(reviewers: readonly ReviewerProfile[]): void {
  const isBuiltIn = (name: string): boolean => BUILT_IN_REVIEWERS.some((reviewer) => reviewer.name === name);
  if (reviewers.some(({ name }) => KNOWING.includes(name) || !isBuiltIn(name))) return;
  throw new ReviewError(
    'bad-value',
    `--dimensions reports security findings only, and ${reviewers.map(({ name }) => name).join(', ')} has none. Add ${KNOWING.join(' or ')} to --reviewers, or leave out one of the two flags.`,
  );
}

export const narrowPorts = (ports: EnginePorts, dimensions: ReviewDimensions): EnginePorts =>
  dimensions === null
    ? ports
    : {
        ...ports,
        // A file whose findings were left out has not been reviewed for anybody else.
        reuse: null,
        driversFor: (reviewer) => ports.driversFor(reviewer).map((driver) => narrowDriver(driver, new Set(dimensions))),
      };

const narrowDriver = (driver: Driver, wanted: ReadonlySet<string>): Driver => ({
  ...driver,
  async *review(...task) {
    for await (const event of driver.review(...task)) {
      if (isWanted(event, wanted)) yield event;
      else if (event.kind === 'finding') event.tell?.({ kind: 'rejected', reason: 'its dimension was not requested' });
    }
  },
});

function isWanted(event: ReviewEvent, wanted: ReadonlySet<string>): boolean {
  if (event.kind !== 'finding') return true;
  const { dimension, cwe } = event.finding;
  return wanted.has(dimension ?? findCweFamily(cwe)?.dimension ?? '');
}
