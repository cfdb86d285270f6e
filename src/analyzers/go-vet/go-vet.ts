/** The checks that come with Go, over whole modules. */

import type { ProgramEnd } from '../../programs/external-process.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { type Meaning, toTitle } from '../external/external-findings.ts';
import { createGoScan } from '../external/external-go.ts';
import type { ToolHit, ToolOutput } from '../external/tool-hits.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { parseGoVetResults } from './go-vet-results.ts';

const NAME = 'go-vet';

export const createGoVetScan = (): ToolScan =>
  createGoScan({ name: NAME, args: ['vet', '-json', './...'], parse, mean });

/** One package that cannot be loaded keeps vet from looking at any. */
function parse({ exitCode, stdout, stderr }: ProgramEnd & { readonly kind: 'ended' }): ToolOutput {
  const output = parseGoVetResults(stdout, stderr);
  const isEmpty = output.kind === 'parsed' && output.hits.length === 0;
  const reason = output.kind === 'parsed' ? output.faults[0]?.reason : undefined;
  return exitCode !== 0 && isEmpty ? { kind: 'unusable', reason: reason ?? `it ended with ${exitCode}` } : output;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  atomic: 'concurrency',
  copylocks: 'concurrency',
  loopclosure: 'concurrency',
  lostcancel: 'resources',
  httpresponse: 'resources',
  errorsas: 'error-handling',
  unusedresult: 'error-handling',
  stdmethods: 'interfaces',
  ifaceassert: 'interfaces',
  structtag: 'naming',
  printf: 'formatting',
};
const GRAVE = new Set(['copylocks', 'lostcancel', 'atomic', 'httpresponse', 'nilness', 'loopclosure']);

const mean = (hit: ToolHit): Meaning => ({
  reviewer: 'go-reviewer',
  category: CATEGORIES[hit.rule] ?? 'control-flow',
  severity: GRAVE.has(hit.rule) ? 'MEDIUM' : 'LOW',
  confidence: CONFIDENCE.high,
  title: toTitle(hit.message),
  why: 'The Go tool chain itself regards this as a mistake.',
  fix: 'Correct it as the reference of the check describes.',
  cwe: null,
  dimension: null,
  extra: { effort: 'trivial', effective_go_ref: null },
});
