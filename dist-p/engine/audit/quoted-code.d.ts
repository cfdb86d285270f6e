/** Whether code that a validator quotes against a finding stands where it says (FACT-08). */
import type { ValidatorDecision } from '../../audit-port.ts';
import type { Snapshot } from '../../ports.ts';
export declare function isQuoted(quote: ValidatorDecision['contradiction'], snapshot: Snapshot): Promise<boolean>;
