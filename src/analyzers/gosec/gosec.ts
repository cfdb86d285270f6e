/**
 * Runs gosec, the Go security checker, over whole modules and returns findings of security-reviewer, without checks that are noise here.
 * `#nosec` of the reviewed code counts only where the repository is trusted. Loaded by declaration.ts, run by external/external-go.ts.
 */

import type { AnalyzerHost } from '../declaration.ts';
import { meanGraveHits } from '../external/external-findings.ts';
import { createGoScan } from '../external/external-go.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { parseGosecResults } from './gosec-results.ts';

const NAME = 'gosec';

/**
 * Left out: credentials (G101: found elsewhere and masked there), unhandled errors (G104: go-reviewer), conversions
 * (G115) and files by a variable (G304): each alarms on ordinary code; imports of weak algorithms (G50x) repeat G40x.
 */
const SKIPPED = /^G(?:101|104|115|304|50\d)$/u;

/** A server without timeouts (G114) is named by what it calls; what it means is that resources run out. */
const MEANT_CWE: Readonly<Record<string, string>> = { G114: 'CWE-400' };

const mean = meanGraveHits(SKIPPED, ({ rule, cwe }) => MEANT_CWE[rule] ?? cwe);

export const createGosecScan = (host: AnalyzerHost): ToolScan =>
  createGoScan({
    name: NAME,
    args: ['-no-fail', '-fmt', 'json', ...(host.trustsRepository ? [] : ['-nosec=true']), './...'],
    parse: ({ stdout }) => parseGosecResults(stdout),
    mean,
  });
