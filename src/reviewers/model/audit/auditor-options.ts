/** What a model auditor is put together from. */

import type { TokenCounter } from '../../../ports/file-index.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import type { Thresholds } from '../../../protocol/budget/thresholds.ts';
import type { AuditScene } from '../../embedded/audit/audit-context.ts';
import type { AskModel } from '../talk.ts';

/** How a model is asked, whatever it is asked for. */
export interface ModelAuditorMeans {
  /** Provider and name. */
  readonly modelName: string;
  readonly openAsk: (agentId: string) => AskModel;
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  readonly maxOutputTokens: number;
  /** Without tools an agent is given its code beforehand. */
  readonly hasTools: boolean;
  readonly createNonce: (key: string) => string;
  readonly fenceName: string;
}

export interface ModelAuditorOptions extends ModelAuditorMeans {
  /** A document of the knowledge pack; null where there is none of that name. */
  readonly loadDocument: (name: string) => Promise<string | null>;
  /** What the host knows of the project, for evidence of its own. */
  readonly openScene: (snapshot: Snapshot) => Promise<AuditScene>;
}
