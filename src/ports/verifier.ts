/**
 * The Verifier port (`--verify`): takes claims that models made in a review, reads the code and tries to refute each. Implemented
 * by reviewers/model/review/verify-claims.ts, called by engine/review/verify-round.ts.
 */

import type { Finding } from '../protocol/findings/finding.ts';
import type { ValidationOutcome } from './auditor.ts';
import type { DriverLimits, ReviewTools } from './driver.ts';

export interface VerifyTask {
  readonly agentId: string;
  /** Numbered within the task: `F001`. */
  readonly findings: readonly Finding[];
}

/** Nothing rejects; `failed` where nobody looked, so that nothing is decided. */
export interface Verifier {
  /** Provider and name of the model. */
  readonly name: string;
  /** Absent where nothing is known. */
  readonly limits?: DriverLimits;
  verify(task: VerifyTask, session: ReviewTools, signal: AbortSignal): Promise<ValidationOutcome>;
}
