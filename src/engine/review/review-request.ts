/**
 * Declares what a review is asked to do (`ReviewRequest`: waves, consensus protocol, verification) and the effects it may use
 * (`EnginePorts`: drivers, branches, cache), on top of run-request.ts. Types only; built by wiring/review-ports.ts, taken by
 * run-review.ts.
 */

import type { Branches } from '../../ports/agent-host.ts';
import type { Reuse } from '../../ports/review-cache.ts';
import type { Verifier } from '../../ports/verifier.ts';
import type { ComplexityFactor } from '../../protocol/budget/budget.ts';
import type { VerifyMode } from '../../protocol/findings/claim-check.ts';
import type { ConsensusProtocol } from '../../protocol/findings/consensus-protocol.ts';
import type { RequirementText } from '../../protocol/reviewers/requirements.ts';
import type { RunPorts, RunRequest } from '../run-request.ts';
import type { SurveyPorts, SurveyRequest } from '../survey.ts';
import type { DriversFor } from './panel-members.ts';

export interface ReviewRequest extends RunRequest, SurveyRequest {
  readonly waves: 'auto' | number;
  /** Multiplies every budget; 1 where absent (REV-22). */
  readonly complexity?: ComplexityFactor;
  readonly protocol: ConsensusProtocol;
  /** Voices a finding needs, of those that could have reported it. */
  readonly minAgreement: number;
  /** Which claims of models get a second look; absent: none. */
  readonly verify?: VerifyMode;
  /** What a linked issue or pull request asks for; its reviewer is in the roster. */
  readonly context?: RequirementText;
}

export interface EnginePorts extends RunPorts, Pick<SurveyPorts, 'measureShown'> {
  readonly branches: Branches;
  /** Who reviews for a reviewer: one driver, or one for each model of the panel. */
  readonly driversFor: DriversFor;
  /** Who takes a second look on a model; absent where nobody can. */
  readonly verifierOn?: (model: string) => Verifier;
  /** What earlier runs have paid for; absent or null where nothing is cached. */
  readonly reuse?: Reuse | null;
}
