/**
 * Phase 4 of the embedded auditor: a second analysis that does not know the rule. It re-reads the cited lines, looks for
 * the sink in its own tables, follows the calls back and looks for guards. It says what it did; it rejects nothing.
 */
import type {
  FlowOutcome,
  KnownFinding,
  ValidationOutcome,
  ValidationTask,
  ValidatorDecision,
} from '../../../audit-port.ts';
import { DIMENSION_PROFILES } from '../../../protocol/dimension.ts';
import type { AuditScene } from './audit-scene.ts';
import { followFinding } from './deepen.ts';

/** Sink tables and call graph, without the rule that found it. */
const EMBEDDED_METHOD = 'second analysis';

export async function validateEmbedded(task: ValidationTask, scene: AuditScene): Promise<ValidationOutcome> {
  const decisions = await Promise.all(task.findings.map((finding) => decide(finding, scene)));
  return {
    kind: 'decided',
    reason: null,
    method: EMBEDDED_METHOD,
    decisions: decisions.filter((decision) => decision !== null),
  };
}

type Step = 'pass' | 'fail' | 'uncertain';

async function decide(finding: KnownFinding, scene: AuditScene): Promise<ValidatorDecision | null> {
  const lines = await scene.linesOf(finding.file);
  const isThere = finding.line <= lines.length && isQuoted(finding, lines);
  const isConfig = finding.dimension !== null && DIMENSION_PROFILES[finding.dimension].track === 'config';
  const second = isConfig ? findSecondWitness(finding, scene) : findSink(finding, scene);
  const flow = followFinding(finding, scene);
  const steps: readonly (readonly [Step, string])[] = [
    judgeFlow(flow, second, finding),
    isThere ? ['pass', 'the quoted code stands at its lines'] : ['uncertain', 'the quoted code was not found'],
    judgeReach(flow, finding, scene),
    finding.cwe === null ? ['uncertain', 'no weakness class'] : ['pass', finding.cwe],
  ];
  const verification = steps.map(([step, why], i) => `${i + 1}:${step}(${why})`).join(' ');
  const base = { id: finding.id, verification, evidenceFile: `${finding.file}:${finding.line}`, contradiction: null };
  if (!isThere) return null;
  if (steps[0]?.[0] === 'pass') return { ...base, verdict: 'confirmed', reason: second ?? 'the flow is complete' };
  if (flow.kind === 'unknown' && finding.severity !== 'LOW' && !scene.recon.isLibrary)
    return { ...base, verdict: 'downgraded', reason: `no entry point leads here: ${flow.reason}` };
  return null;
}

function judgeFlow(flow: FlowOutcome, second: string | null, finding: KnownFinding): readonly [Step, string] {
  if (flow.kind === 'complete')
    return ['pass', `from ${flow.steps[0]?.file}:${flow.steps[0]?.line} in ${flow.steps.length} steps`];
  if (flow.kind === 'in-place' && second !== null) return ['pass', second];
  if (finding.source !== null && finding.sink !== null && second !== null)
    return ['pass', `${second}, and the flow within the file`];
  return ['uncertain', flow.kind === 'broken' ? `broken at ${flow.reason}` : 'no second witness'];
}

function judgeReach(flow: FlowOutcome, finding: KnownFinding, { recon }: AuditScene): readonly [Step, string] {
  const entry = flow.kind === 'complete' ? flow.entry : null;
  const endpoint = recon.endpoints.find(({ file, line }) => `${file}:${line}` === entry);
  if (endpoint === undefined)
    return finding.dimension === null ? ['uncertain', 'reach unknown'] : ['uncertain', 'no endpoint known'];
  const guards = endpoint.guards.map(({ name }) => name);
  return [
    'pass',
    guards.length === 0 ? `${endpoint.name} is open to everybody` : `${endpoint.name} behind ${guards.join(', ')}`,
  ];
}

/** The call at the cited lines as recon's own tables know it. */
function findSink({ file, line, endLine, dimension }: KnownFinding, { recon }: AuditScene): string | null {
  const sink = recon.sinks.find(
    (spot) => spot.file === file && spot.line >= line && spot.line <= endLine && spot.dimension === dimension,
  );
  return sink === undefined ? null : `${sink.what} is a ${sink.category} call`;
}

/** Another analyzer's word on the same lines, or recon's note that this is such a place. */
function findSecondWitness(finding: KnownFinding, scene: AuditScene): string | null {
  const other = scene.findings.find(
    ({ rule, file, line, cwe }) =>
      file === finding.file &&
      line !== null &&
      rule !== finding.rule &&
      cwe === finding.cwe &&
      Math.abs(line - finding.line) <= 2,
  );
  if (other !== undefined) return `${other.rule} says the same`;
  const spot = scene.recon.sinks.find(
    ({ file, dimension, line }) =>
      file === finding.file && dimension === finding.dimension && (line === 1 || Math.abs(line - finding.line) <= 3),
  );
  return spot === undefined ? null : `${spot.what} is a place of ${spot.category}`;
}

const flatten = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The first quoted line, masked parts aside, stands at the cited lines. */
function isQuoted({ evidence, line, endLine }: KnownFinding, lines: readonly string[]): boolean {
  const quote = flatten((evidence ?? '').split('\n').find((text) => text.trim() !== '') ?? '');
  if (quote === '') return false;
  const cited = flatten(lines.slice(line - 1, Math.max(endLine, line) + 1).join('\n'));
  return quote.split('…').every((part) => cited.includes(part));
}
