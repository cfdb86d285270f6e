/**
 * Phase 4 of the embedded auditor: a second analysis that does not know the rule. It re-reads the cited lines, looks for
 * the sink in its own tables or for the flaw as text, follows the calls back, and looks for defences and guards on the way.
 * It says what it did; what it cannot tell it leaves undecided; it rejects nothing.
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
import { seeAsWritten, seeDefence } from './second-look.ts';

/** Sink tables, call graph and plain text, without the rule that found it. */
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

type Step = readonly ['pass' | 'fail' | 'uncertain', string];

async function decide(finding: KnownFinding, scene: AuditScene): Promise<ValidatorDecision | null> {
  const lines = await scene.linesOf(finding.file);
  if (finding.line > lines.length || !isQuoted(finding, lines)) return null;
  const isSink = finding.dimension !== null && DIMENSION_PROFILES[finding.dimension].track === 'sink';
  const second = isSink ? findSink(finding, scene) : findSecondWitness(finding, scene, lines);
  const flow = followFinding(finding, scene);
  const steps: readonly Step[] = [
    judgeFlow(flow, second, finding),
    judgeDefence(finding, lines),
    judgeReach(flow, scene),
    finding.cwe === null ? ['uncertain', 'no weakness class'] : ['pass', finding.cwe],
  ];
  const verification = steps.map(([step, why], i) => `${i + 1}:${step}(${why})`).join(' ');
  const base = { id: finding.id, verification, evidenceFile: `${finding.file}:${finding.line}`, contradiction: null };
  const [isFlowing, isOpen] = steps.map(([step]) => step === 'pass');
  if (isFlowing && isOpen) return { ...base, verdict: 'confirmed', reason: reasonOf(second, flow) };
  if (flow.kind === 'unknown' && finding.severity !== 'LOW' && !scene.recon.isLibrary)
    return { ...base, verdict: 'downgraded', reason: `no entry point leads here: ${flow.reason}` };
  return null;
}

const reasonOf = (second: string | null, flow: FlowOutcome): string => {
  const way = flow.kind === 'complete' ? `reached from ${flow.entry ?? 'an entry point'}` : null;
  return [second, way].filter((part) => part !== null).join(', ') || 'the flow is complete';
};

/** Flows whose source is named as foreign by the rule itself; a plain parameter may be anybody's. */
const SURE = 0.9;

function judgeFlow(flow: FlowOutcome, second: string | null, finding: KnownFinding): Step {
  if (flow.kind === 'complete')
    return ['pass', `from ${flow.steps[0]?.file}:${flow.steps[0]?.line} in ${flow.steps.length} steps`];
  if (flow.kind === 'in-place' && second !== null) return ['pass', second];
  const isForeign = finding.source !== null && finding.sink !== null && finding.confidence >= SURE;
  if (isForeign && second !== null) return ['pass', `${second}, and the flow within the file`];
  return ['uncertain', flow.kind === 'broken' ? `broken at ${flow.reason}` : 'no second witness'];
}

/** A word of a defence on the way is enough to leave the decision to a person: nothing is run, so nothing is bypassed. */
function judgeDefence({ cwe, source, line, endLine }: KnownFinding, lines: readonly string[]): Step {
  const from = /:(\d+)$/u.exec(source ?? '')?.[1];
  const defence = seeDefence(cwe, lines, { source: from === undefined ? null : Number(from), sink: endLine || line });
  return defence === null
    ? ['pass', 'no defence is seen between source and sink']
    : ['uncertain', `\`${defence.word}\` at line ${defence.line} may be a defence`];
}

function judgeReach(flow: FlowOutcome, { recon }: AuditScene): Step {
  const entry = flow.kind === 'complete' ? flow.entry : null;
  const endpoint = recon.endpoints.find(({ file, line }) => `${file}:${line}` === entry);
  if (endpoint === undefined) return ['uncertain', 'no endpoint known'];
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

/** Another analyzer's word on the same lines, or the weakness as it is written there. */
function findSecondWitness(finding: KnownFinding, scene: AuditScene, lines: readonly string[]): string | null {
  const other = scene.findings.find(
    ({ rule, file, line, cwe }) =>
      file === finding.file &&
      rule !== finding.rule &&
      line !== null &&
      cwe === finding.cwe &&
      line >= finding.line &&
      line <= Math.max(finding.line, finding.endLine),
  );
  if (other !== undefined) return `${other.rule} says the same`;
  const written = seeAsWritten(finding.cwe, lines.slice(finding.line - 1, Math.max(finding.endLine, finding.line)));
  return written === null ? null : `the text shows it: ${written}`;
}

const flatten = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The first quoted line, masked parts aside, stands at the cited lines. */
function isQuoted({ evidence, line, endLine }: KnownFinding, lines: readonly string[]): boolean {
  const quote = flatten((evidence ?? '').split('\n').find((text) => text.trim() !== '') ?? '');
  if (quote === '') return false;
  const cited = flatten(lines.slice(line - 1, Math.max(endLine, line) + 1).join('\n'));
  return quote.split('…').every((part) => cited.includes(part));
}
