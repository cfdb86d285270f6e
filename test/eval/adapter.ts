/** What the evaluations of recovery and merging call: our functions in the words of their wire formats. */

import { mergeFindings as merge } from '../../src/protocol/findings/merge.ts';
import type { Mergeable } from '../../src/protocol/findings/mergeable.ts';
import { parseAgentOutput as parse } from '../../src/protocol/output/agent-output.ts';

export interface EvaluatedOutput {
  readonly complete: boolean;
  readonly findings: readonly {
    readonly severity: string;
    readonly cwe: string | null;
    readonly file: string | null;
    readonly line: number | null;
    readonly title: string;
    readonly issue: string;
    readonly originally_truncated: boolean;
  }[];
}

export function parseAgentOutput(text: string): EvaluatedOutput {
  const { complete, findings } = parse(text);
  return {
    complete,
    findings: findings.map(({ severity, cwe, file, line, title, issue, originallyTruncated }) => ({
      severity,
      cwe,
      file,
      line,
      title,
      issue,
      originally_truncated: originallyTruncated,
    })),
  };
}

export type EvaluatedFinding = Omit<Mergeable, 'endLine' | 'rule' | 'source' | 'flow'> & {
  readonly end_line: number | null;
};

export const mergeFindings = (
  findings: readonly EvaluatedFinding[],
): readonly { readonly members: readonly (string | null)[] }[] =>
  merge(
    findings.map((finding) => ({ ...finding, endLine: finding.end_line, rule: null, source: null, flow: null })),
  ).map(({ members }) => ({ members: members.map(({ id }) => id) }));
