/** Go correctness checks over whole modules: staticcheck's SA group; style is left to its own tools. */
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { type Meaning, toTitle } from '../external/external-findings.ts';
import { createGoScan } from '../external/external-go.ts';
import type { ToolHit } from '../external/tool-hits.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { parseStaticcheckResults } from './staticcheck-results.ts';

const NAME = 'staticcheck';

export const createStaticcheckScan = (): ToolScan =>
  createGoScan({
    name: NAME,
    args: ['-f', 'json', '-checks', 'SA*,-SA1019', './...'],
    parse: ({ stdout }) => parseStaticcheckResults(stdout),
    mean,
  });

type Group = Pick<Meaning, 'category' | 'severity' | 'why' | 'fix'>;

const GROUPS: readonly (readonly [prefix: string, Group])[] = [
  [
    'SA1',
    {
      category: 'interfaces',
      severity: 'MEDIUM',
      why: 'The library is called in a way it does not support.',
      fix: 'Call it as its documentation says; the reference shows the right form.',
    },
  ],
  [
    'SA2',
    {
      category: 'concurrency',
      severity: 'MEDIUM',
      why: 'Goroutines that are not waited for or locks that do not lock lead to races.',
      fix: 'Wait for or lock what is shared before it is used; the reference shows how.',
    },
  ],
  [
    'SA3',
    {
      category: 'control-flow',
      severity: 'LOW',
      why: 'A test that misuses its frame can pass without testing.',
      fix: 'Use the test frame as the reference shows.',
    },
  ],
  [
    'SA4',
    {
      category: 'control-flow',
      severity: 'MEDIUM',
      why: 'The code has no effect, so something else was meant.',
      fix: 'Remove it, or write what was meant.',
    },
  ],
  [
    'SA5',
    {
      category: 'error-handling',
      severity: 'MEDIUM',
      why: 'It fails or misbehaves at run time.',
      fix: 'Correct the call or the condition; the reference explains the failure.',
    },
  ],
  [
    'SA6',
    {
      category: 'resources',
      severity: 'LOW',
      why: 'It costs time or memory without need.',
      fix: 'Use the form of the reference.',
    },
  ],
  [
    'SA9',
    {
      category: 'control-flow',
      severity: 'LOW',
      why: 'It reads like a mistake.',
      fix: 'Say what is meant, or remove it.',
    },
  ],
];

function mean(hit: ToolHit): Meaning | null {
  const group = GROUPS.find(([prefix]) => hit.rule.startsWith(prefix))?.[1];
  if (group === undefined) return null;
  return {
    ...group,
    reviewer: 'go-reviewer',
    confidence: CONFIDENCE.high,
    title: toTitle(hit.message),
    cwe: null,
    dimension: null,
    extra: { effort: 'small', effective_go_ref: null },
  };
}
