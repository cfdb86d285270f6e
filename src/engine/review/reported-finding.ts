/** One report of one voice, as it goes into the merge: an accepted finding with who said it, when, and what its word weighs. */
import type { Attribution } from '../../protocol/findings/finding.ts';
import type { AcceptedFinding } from './accept-finding.ts';

export interface Reported extends AcceptedFinding {
  /** Place in the run, the same on every run of the same scope. */
  readonly id: string;
  readonly agent: string;
  readonly wave: number;
  /** Whose opinion it is: the agent's, with a model the agent's on that model (FACT-14). */
  readonly voice: string;
  /** What one sitting says twice is two problems. */
  readonly sitting: string;
  readonly attribution: Attribution;
  readonly weight: number;
  readonly vetoReason: string | null;
}
