/**
 * Validates findings without a model (Phase 4), by a second analysis that does not know the rule, in four steps (FACT-08): re-reads
 * the cited lines, looks for the sink or the flaw as text, follows the calls back, looks for defences, for who can get there and what
 * it would cost. Returns each finding as confirmed, downgraded or undecided with its reason, and rejects none. Called by
 * embedded-auditor.ts and model/audit/validate.ts.
 */
import type {
  FlowOutcome,
  UndecidedFinding,
  ValidationOutcome,
  ValidationTask,
  ValidatorDecision,
} from '../../../ports/auditor.ts';
import { isAdvisory } from '../../../protocol/findings/advisory-finding.ts';
import { findOrigin } from '../../../protocol/findings/data-origin.ts';
import { DIMENSION_PROFILES } from '../../../protocol/findings/dimension.ts';
import { CONFIDENCE, type Finding } from '../../../protocol/findings/finding.ts';
import { describeImpact } from '../../../protocol/findings/risk-factors.ts';
import { isStatedInPlace } from '../../../protocol/findings/stated-in-place.ts';
import { formatSteps, type StepNumber, type StepResult } from '../../../protocol/output/validation-steps.ts';
import type { AuditContext } from './audit-context.ts';
import { composeProof } from './compose-proof.ts';
import { followFinding } from './deepen.ts';
import { type Judgement, judgeReach } from './judge-reach.ts';
import { seeAsWritten, seeDefence, seeMisspelling } from './second-look.ts';
import { describeAdvisory, seeVersion } from './see-version.ts';

/** Sink tables, call graph and plain text, without the rule that found it. */
const EMBEDDED_METHOD = 'second analysis';

type Outcome =
  | { readonly kind: 'decided'; readonly decision: ValidatorDecision }
  | { readonly kind: 'open'; readonly undecided: UndecidedFinding };

export async function validateEmbedded(task: ValidationTask, context: AuditContext): Promise<ValidationOutcome> {
  const outcomes = await Promise.all(task.findings.map((finding) => decide(finding, context)));
  return {
    kind: 'decided',
    reason: null,
    method: EMBEDDED_METHOD,
    decisions: outcomes.flatMap((outcome) => (outcome.kind === 'decided' ? [outcome.decision] : [])),
    undecided: outcomes.flatMap((outcome) => (outcome.kind === 'open' ? [outcome.undecided] : [])),
  };
}

async function decide(finding: Finding, context: AuditContext): Promise<Outcome> {
  const leave = (verification: string, reason: string): Outcome => ({
    kind: 'open',
    undecided: { id: finding.id, verification, reason },
  });
  const lines = await context.linesOf(finding.file);
  if (finding.line > lines.length || !isQuoted(finding, lines)) return leave('', 'the quoted code is not at its lines');
  const isSink = finding.dimension !== null && DIMENSION_PROFILES[finding.dimension].track === 'sink';
  const second = isSink ? findSink(finding, context, lines) : findSecondWitness(finding, context, lines);
  const flow = followFinding(finding, context);
  const results = await takeSteps(finding, { flow, second, context });
  const verification = formatSteps(results);
  const proof = await composeProof(finding, flow, context);
  const evidenceFile = `${finding.file}:${finding.line}`;
  const base = { id: finding.id, verification, evidenceFile, contradiction: null, proof, entry: entryOf(flow) };
  const open = results.filter(({ result }) => result !== 'pass');
  if (open.every(({ step }) => step > 2))
    return { kind: 'decided', decision: { ...base, verdict: 'confirmed', reason: reasonOf(second, flow, open) } };
  if (flow.kind === 'unknown' && second !== null && finding.severity !== 'LOW' && !context.recon.isLibrary) {
    const reason = `${second}, but no entry point leads here: ${flow.reason}`;
    return { kind: 'decided', decision: { ...base, verdict: 'downgraded', reason } };
  }
  return leave(verification, open.map(({ reason }) => reason).join('; '));
}

const entryOf = (flow: FlowOutcome): string | null => ('entry' in flow ? (flow.entry ?? null) : null);

interface StepContext {
  readonly flow: FlowOutcome;
  readonly second: string | null;
  readonly context: AuditContext;
}

/** All four, whatever was asked for: they cost nothing, and a Medium may be rated higher in the end. */
async function takeSteps(finding: Finding, { flow, second, context }: StepContext): Promise<readonly StepResult[]> {
  const judgements: readonly (readonly [StepNumber, Judgement])[] = [
    [1, judgeFlow(flow, second, finding)],
    [2, await judgeDefence(finding, flow, context)],
    [3, judgeReach(finding, flow, context)],
    [4, judgeImpact(finding)],
  ];
  return judgements.map(([step, [result, reason]]) => ({ step, result, reason }));
}

const reasonOf = (second: string | null, flow: FlowOutcome, open: readonly StepResult[]): string => {
  const way = flow.kind === 'complete' ? `reached from ${flow.entry ?? 'an entry point'}` : null;
  return (
    [second, way, ...open.map(({ reason }) => reason)].filter((part) => part !== null).join(', ') ||
    'the flow is complete'
  );
};

/** Flows whose source is named as foreign by the rule itself; a plain parameter may be anybody's. */
const SURE = CONFIDENCE.high;

/** The address of a page is chosen by whoever sends the link: no entry point has to lead there. */
const isFromPage = ({ source }: Finding): boolean => findOrigin(source)?.kind === 'page';

const isFromOutside = (finding: Finding): boolean =>
  finding.source !== null && finding.sink !== null && (finding.confidence >= SURE || isFromPage(finding));

function judgeFlow(flow: FlowOutcome, second: string | null, finding: Finding): Judgement {
  const isForeign = isFromOutside(finding);
  const origin = isForeign ? findOrigin(finding.source) : null;
  if (flow.kind === 'complete' && (second !== null || origin !== null))
    return ['pass', `from ${flow.steps[0]?.file}:${flow.steps[0]?.line} in ${flow.steps.length} steps`];
  // That a way leads to the line says nothing of what the line does, nor of whose data it is.
  if (flow.kind === 'complete')
    return [
      'uncertain',
      `a flow leads here from ${flow.entry ?? 'an entry point'}, but the second analysis sees neither the call nor untrusted data`,
    ];
  if (flow.kind === 'in-place' && second !== null) return ['pass', second];
  if (isStatedInPlace(finding))
    return ['pass', `the rule ${finding.rule} reads it in these lines alone; no flow is needed`];
  if (isForeign && second !== null) return ['pass', `${second}, and the flow within the file`];
  if (flow.kind === 'broken') return ['uncertain', `the flow breaks off: ${flow.reason.replaceAll('_', ' ')}`];
  if (second === null) return ['uncertain', 'the second analysis does not see it'];
  return ['uncertain', `no flow to it was found${flow.kind === 'unknown' ? `: ${flow.reason}` : ''}`];
}

/**
 * A word of a defence on the way is enough to leave the decision to a person: nothing is run, so nothing is bypassed. Looks
 * between source and sink, and around every call on the way.
 */
async function judgeDefence(finding: Finding, flow: FlowOutcome, context: AuditContext): Promise<Judgement> {
  if (flow.kind === 'in-place')
    return isControl(finding)
      ? ['uncertain', 'the analysis could not see whether another check compensates']
      : ['pass', 'the flaw is in one place; no check can be in between'];
  const { cwe, file, line, endLine } = finding;
  const from = /:(\d+)$/u.exec(finding.source ?? '')?.[1];
  const places = [
    { file, source: from === undefined ? null : Number(from), sink: endLine || line },
    ...('steps' in flow ? flow.steps.map((step) => ({ file: step.file, source: null, sink: step.line })) : []),
  ];
  for (const { file: path, ...range } of places) {
    const defence = seeDefence(cwe, await context.linesOf(path), range);
    if (defence !== null) return ['uncertain', `\`${defence.word}\` at ${path}:${defence.line} may be a defence`];
  }
  return ['pass', 'no defence was found in the flow'];
}

const isControl = ({ dimension }: Finding): boolean =>
  dimension !== null && DIMENSION_PROFILES[dimension].track === 'control';

function judgeImpact({ cwe, extra }: Finding): Judgement {
  if (isAdvisory(extra)) return ['pass', describeAdvisory(extra)];
  const impact = describeImpact(cwe);
  return impact === null ? ['uncertain', `the impact of ${cwe ?? 'it'} is not known`] : ['pass', impact];
}

/** The call at the cited lines as recon's own tables know it, or as it is written. */
function findSink(finding: Finding, { recon }: AuditContext, lines: readonly string[]): string | null {
  const { file, line, endLine, dimension } = finding;
  const sink = recon.sinks.find(
    (spot) => spot.file === file && spot.line >= line && spot.line <= endLine && spot.dimension === dimension,
  );
  return sink === undefined ? readText(finding, lines) : `${sink.what} is a ${sink.category} call`;
}

function readText({ cwe, line, endLine }: Finding, lines: readonly string[]): string | null {
  const cited = lines.slice(line - 1, Math.max(endLine, line));
  const written = seeAsWritten(cwe, cited) ?? (cwe === 'CWE-1357' ? seeMisspelling(cited) : null);
  return written === null ? null : `the text shows it: ${written}`;
}

/** Another analyzer's word on the same lines, or the weakness as it is written there. */
function findSecondWitness(finding: Finding, context: AuditContext, lines: readonly string[]): string | null {
  const other = context.findings.find(
    ({ rule, file, line, cwe }) =>
      file === finding.file &&
      rule !== finding.rule &&
      line !== null &&
      cwe === finding.cwe &&
      line >= finding.line &&
      line <= Math.max(finding.line, finding.endLine),
  );
  if (other !== undefined) return `${other.rule} says the same`;
  if (isAdvisory(finding.extra)) return seeVersion(finding.extra, context.recon);
  return readText(finding, lines);
}

const flatten = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The first quoted line, masked parts aside, stands at the cited lines. */
function isQuoted({ evidence, line, endLine }: Finding, lines: readonly string[]): boolean {
  const quote = flatten((evidence ?? '').split('\n').find((text) => text.trim() !== '') ?? '');
  if (quote === '') return false;
  const cited = flatten(lines.slice(line - 1, Math.max(endLine, line) + 1).join('\n'));
  return quote.split('…').every((part) => cited.includes(part));
}
