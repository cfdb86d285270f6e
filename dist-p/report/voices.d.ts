/** Who says so, in words: reporters of a finding with their rules and models, how many agree, who disagrees (FACT-14). */
import type { ReportAgent, ReportDocument, ReportFinding } from '../protocol/report-document.ts';
/** Models that each agent was asked on; null stands for its analyzers. */
export type AskedModels = ReadonlyMap<string, ReadonlySet<string | null>>;
export declare const listAsked: ({ agents }: Pick<ReportDocument, 'agents'>) => AskedModels;
/** `security-reviewer (rule) on a/one + b/two · 2 of 3 agree · confidence 83%`. */
export declare function describeReporters(finding: ReportFinding, asked: AskedModels): string;
/** Why a finding does not count; null where nobody said. */
export declare function describeSetAside({ extra }: ReportFinding): string | null;
/** The name of a row; with the model where its agent was asked on several. */
export declare const nameRow: ({ agent, model }: Pick<ReportAgent, 'agent' | 'model'>, asked: AskedModels) => string;
