/**
 * What only the code of a handler tells: whose object it is (D3) and who names an amount (D9). By names and neighbours, so
 * what is reported here is a question for a person, at medium confidence.
 */
import { type ClaimedFinding } from '../../../protocol/finding.ts';
import type { Endpoint } from '../../../recon/recon.ts';
import type { AuditScene } from './audit-scene.ts';
export interface HandlerBody {
    readonly endpoint: Endpoint;
    readonly lines: readonly (readonly [number, string])[];
}
/** Endpoints that act on one object by its id and never mention whose it is, beside one of the same resource that does. */
export declare function findUnowned(scene: AuditScene, endpoints: readonly Endpoint[]): Promise<readonly ClaimedFinding[]>;
/** From the first line of the handler to the line that closes it, by the depth of the indent. */
export declare function readBody(scene: AuditScene, endpoint: Endpoint): Promise<HandlerBody>;
/** Amounts that a request names, in the files of endpoints that create or change something worth money. */
export declare function findNamedAmounts(scene: AuditScene, endpoints: readonly Endpoint[]): Promise<readonly ClaimedFinding[]>;
