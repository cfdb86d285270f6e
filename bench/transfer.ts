/** The state of a large audit handed to its next round: 100,000 findings and 50,000 files read, built within the caps of the prompt. */
import { createTokenCounter } from '../src/context/tokens.ts';
import { DIMENSIONS, type DimensionCoverage } from '../src/protocol/findings/dimension.ts';
import { SEVERITIES } from '../src/protocol/findings/severity.ts';
import { MAX_FILES_READ, MAX_SUMMARIES } from '../src/protocol/rounds/round-context.ts';
import { type AuditHistory, buildStateTransfer, TRANSFER_LIMIT_TOKENS } from '../src/protocol/rounds/state-transfer.ts';
import { type BenchResult, median } from './bench-result.ts';

const FINDINGS = 100_000;
const FILES = 50_000;
const ROUNDS = 5;
const ALLOWED_MS = 1000;

const fileAt = (i: number): string => `src/area${i % 97}/module${i % 1013}/file${i}.ts`;

const makeHistory = (): AuditHistory => ({
  coverage: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 'shallow'])) as DimensionCoverage,
  filesRead: Array.from({ length: FILES }, (_, i) => fileAt(i)),
  cleanFiles: Array.from({ length: FILES / 2 }, (_, i) => fileAt(2 * i)),
  falsePositives: Array.from({ length: 2000 }, (_, i) => ({ file: fileAt(i), line: i + 1, reason: 'escaped before' })),
  hotspots: Array.from({ length: 2000 }, (_, i) => ({
    file: fileAt(i),
    lines: { start: i + 1, end: i + 9 },
    reason: 'a call that an entry point reaches',
  })),
  searches: Array.from({ length: 5000 }, (_, i) => ({ pattern: `exec_${i}\\(`, scope: `src/area${i % 97}` })),
  findings: Array.from({ length: FINDINGS }, (_, i) => ({
    id: `F${i + 1}`,
    severity: SEVERITIES[i % SEVERITIES.length] ?? 'LOW',
    cwe: `CWE-${20 + (i % 900)}`,
    file: fileAt(i % FILES),
    status: 'unvalidated',
  })),
});

export async function benchTransfer(): Promise<readonly BenchResult[]> {
  const counter = createTokenCounter();
  const history = makeHistory();
  const times: number[] = [];
  let note = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const built = buildStateTransfer({ nextRound: 2, history, count: (text) => counter.count(text) });
    times.push(performance.now() - started);
    if (built.kind === 'nothing') throw new Error(built.reason);
    const { FILES_READ, FINDINGS_SUMMARY = [] } = built.context.round_context.transfer_data;
    if (
      built.tokens > TRANSFER_LIMIT_TOKENS ||
      FILES_READ.length > MAX_FILES_READ ||
      FINDINGS_SUMMARY.length > MAX_SUMMARIES
    )
      throw new Error('a cap was broken');
    const { losses } = built;
    const told = FINDINGS_SUMMARY.length + losses.findingsMerged + losses.findingsDropped;
    if (told !== FINDINGS) throw new Error(`${FINDINGS - told} findings are neither told nor counted as lost`);
    const lost = Object.entries(losses).filter(([, count]) => count > 0);
    note = `${built.tokens} of ${TRANSFER_LIMIT_TOKENS} tokens; ${lost.map(([name, count]) => `${name} ${count}`).join(', ')}`;
  }
  const ours = median(times);
  const name = `state transfer: ${FINDINGS} findings, ${FILES} files`;
  return [
    { name, rounds: ROUNDS, unit: 'ms', ours, peer: ALLOWED_MS, peerName: 'allowed', ratio: ours / ALLOWED_MS, note },
  ];
}
