/**
 * Recovers from a cut Semgrep output the results that are complete (HOST-04) and returns them as a partial outcome, unusable where there
 * is none. Never throws. Called by semgrep.ts after a failed retry.
 */

import { JsonScanner } from '../../protocol/output/json-scanner.ts';
import { parseSemgrepResults, type SemgrepOutcome } from './semgrep-results.ts';

const RESULTS_DEPTH = 2;
const CHUNK_CHARS = 65_536;

/** The outcome of a broken text: partial with what closed, or unusable where nothing did. */
export function salvageSemgrepResults(text: string, nameRule?: (check: string) => string): SemgrepOutcome {
  const closed = findClosedResults(text);
  if (closed.length === 0) return { kind: 'unusable', reason: 'broken output without a whole result' };
  return parseSemgrepResults(`{"results":[${closed.join(',')}],"errors":["output ends early"]}`, nameRule);
}

function findClosedResults(text: string): readonly string[] {
  const closed: string[] = [];
  let isInResults = false;
  const scanner = new JsonScanner({
    open(kind, start, key, depth) {
      if (depth === RESULTS_DEPTH) isInResults = kind === 'array' && key === 'results';
      if (isInResults && depth === RESULTS_DEPTH + 1) scanner.holdFrom = start;
    },
    value: () => undefined,
    close(start, end, depth) {
      if (!isInResults || depth > RESULTS_DEPTH + 1) return;
      if (depth === RESULTS_DEPTH + 1) closed.push(scanner.slice(start, end));
      else isInResults = false;
      scanner.holdFrom = null;
    },
    broken() {
      isInResults = false;
    },
  });
  scanner.watchDepth = RESULTS_DEPTH + 1;
  for (let at = 0; at < text.length; at += CHUNK_CHARS) scanner.push(text.slice(at, at + CHUNK_CHARS));
  return closed;
}
