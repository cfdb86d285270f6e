/** Throughput of the output reader against `JSON.parse` on the same bytes, in interleaved rounds. The reader also checks and cuts. */
import { parseAgentOutput } from '../src/protocol/output/agent-output.ts';
import { type BenchResult, median } from './bench-result.ts';

const FINDINGS = 3000;
const ROUNDS = 15;
const WARM_UP = 5;

const findings = Array.from({ length: FINDINGS }, (_, i) => ({
  severity: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'][i % 4],
  category: 'injection',
  file: `src/module-${i % 40}/service.ts`,
  line: i + 1,
  evidence: `const sql = "SELECT * FROM t${i} WHERE name = '" + name + "'";\n  return db.query(sql); // { [ "`,
  issue: `Query ${i} is built from a request parameter`,
  recommendation: 'Use parameterized queries: db.query("SELECT … WHERE name = $1", [name])',
  cwe: 'CWE-89',
  references: ['https://cwe.mitre.org/data/definitions/89.html'],
}));
const output = { agent: 'security-reviewer', partial: false, findings, verdict: 'WARN' };

function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

function measure(name: string, text: string, json: string): BenchResult {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ourSeconds = secondsOf(() => parseAgentOutput(text));
    const peerSeconds = secondsOf(() => JSON.parse(json));
    if (round < 0) continue;
    ours.push(Buffer.byteLength(text) / 1e6 / ourSeconds);
    peer.push(Buffer.byteLength(json) / 1e6 / peerSeconds);
  }
  const ratio = median(ours) / median(peer);
  const note = `${parseAgentOutput(text).findings.length} findings read`;
  return {
    name,
    rounds: ROUNDS,
    unit: 'MB/s',
    ours: median(ours),
    peer: median(peer),
    peerName: 'JSON.parse',
    ratio,
    note,
  };
}

export async function benchParse(): Promise<BenchResult[]> {
  const pretty = JSON.stringify(output, null, 2);
  const compact = JSON.stringify(output);
  const cut = pretty.slice(0, -20);
  return [
    measure('parse whole output, indented', pretty, pretty),
    measure('parse whole output, one line', compact, compact),
    measure('parse cut output (peer reads the whole one)', cut, pretty),
  ];
}
