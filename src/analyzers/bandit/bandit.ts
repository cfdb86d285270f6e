/**
 * Runs bandit, the Python security linter, on copies of the files and returns its findings without the checks that are noise here.
 * Settings of the reviewed code do not count, and `# nosec` only where the repository is trusted. Loaded by declaration.ts.
 */

import { addFaults, placeFiles, reportOutput } from '../external/external-analyzer.ts';
import { meanGraveHits } from '../external/external-findings.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { parseBanditResults } from './bandit-results.ts';

const NAME = 'bandit';

/**
 * Left out: assertions (B101), passwords (B105–B107: secrets are found elsewhere and masked there), swallowed errors
 * (B110, B112: a matter of quality), bare imports (B4xx) and calls without a shell (B603, B606, B607): noise by design.
 */
const SKIPPED = /^B(?:101|105|106|107|110|112|4\d\d|603|606|607)\b/u;

/** Weaknesses that bandit names by a distant relative: code that is run (B102, B307), objects made from YAML (B506). */
const MEANT_CWE: Readonly<Record<string, string>> = { B102: 'CWE-95', B307: 'CWE-95', B506: 'CWE-502' };

const mean = meanGraveHits(SKIPPED, ({ rule, cwe }) => MEANT_CWE[rule.slice(0, 4)] ?? cwe);

export const scanWithBandit: ToolScan = async (task) => {
  const faults = await placeFiles(task);
  const silencing = task.host.trustsRepository ? [] : ['--ignore-nosec'];
  const end = await task.run(['-r', '.', '-f', 'json', '-q', '--exit-zero', '-x', '.none', ...silencing]);
  if (end.kind !== 'ended') return { kind: 'failed', reason: end.reason };
  return addFaults(reportOutput(NAME, parseBanditResults(end.stdout), task, mean), faults);
};
