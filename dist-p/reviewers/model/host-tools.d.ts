/**
 * The tools of a model reviewer that are the host's own: the next file in order of priority, a finding, a finished file.
 * Everything else it asks for goes to the context tools, which are paid for (HOST-10, HOST-16, PRIORITY-05).
 */
import type { AgentTools, AssignedFile, Assignment, FindingFate, LedgerView, ToolDefinition } from '../../ports.ts';
import type { LineRange } from '../../protocol/finding.ts';
export declare const REPORT_FINDING: ToolDefinition;
/** In a shared scope all files are there already. */
export declare const listHostTools: ({ isolation }: Pick<Assignment, 'isolation'>) => readonly ToolDefinition[];
/** What has to reach the agent of a file. */
export declare const neededOf: ({ changed, lines }: Pick<AssignedFile, 'changed' | 'lines'>) => readonly LineRange[];
/** Files the agent could still ask for. */
export declare const countLeft: (assignment: Assignment, context: AgentTools, ledger: LedgerView) => number;
export declare const serveNextFile: (assignment: Assignment, context: AgentTools, ledger: LedgerView) => Promise<string>;
/** For a model without tools: null also where the budget ends the feeding. */
export declare function feedNextFile(assignment: Assignment, context: AgentTools, ledger: LedgerView): Promise<string | null>;
/** What the agent is told about its finding. */
export declare function formatFate(fate: FindingFate): string;
