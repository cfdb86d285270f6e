/**
 * Runs staticcheck's SA checks (correctness; no style, no deprecations) over whole Go modules and returns findings of go-reviewer, with
 * the texts of rules/staticcheck/. Loaded by declaration.ts, run by external/external-go.ts.
 */
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { type Meaning, toTitle } from '../external/external-findings.ts';
import { createGoScan } from '../external/external-go.ts';
import type { ToolHit } from '../external/tool-hits.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { readTable } from '../rule-tables/read-table.ts';
import { parseStaticcheckResults } from './staticcheck-results.ts';

const NAME = 'staticcheck';

export const createStaticcheckScan = (): ToolScan =>
  createGoScan({
    name: NAME,
    args: ['-f', 'json', '-checks', 'SA*,-SA1019', './...'],
    parse: ({ stdout }) => parseStaticcheckResults(stdout),
    mean,
  });

const GROUPS = readTable('staticcheck');

function mean(hit: ToolHit): Meaning | null {
  const group = GROUPS.find(({ prefix }) => hit.rule.startsWith(prefix));
  if (group === undefined) return null;
  return {
    reviewer: 'go-reviewer',
    category: group.category,
    severity: group.severity,
    confidence: CONFIDENCE.high,
    title: toTitle(hit.message),
    why: group.message,
    fix: group.fix,
    cwe: null,
    dimension: null,
    extra: { effort: 'small', effective_go_ref: null },
  };
}
