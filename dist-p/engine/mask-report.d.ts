/**
 * No report spreads a secret, whoever quoted it: the cited lines and the words of all findings are searched, and what is
 * found is cut out of every text of the document. Places and identities stay as they are.
 */
import type { Snapshot } from '../ports.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { FindSecrets } from './review-request.ts';
/** Without a snapshot no code is at hand, and the words of the findings are all there is to search. */
export declare function maskReport(report: ReportDocument, findSecrets: FindSecrets, snapshot?: Pick<Snapshot, 'read'> | null): Promise<ReportDocument>;
