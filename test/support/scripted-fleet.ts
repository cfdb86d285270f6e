/**
 * A fleet of audit agents that does what a script says: finish, break off, fail, time out, claim too much. It writes real
 * result texts, which the real parser reads, and keeps a log of what it did, so that a test can compare the report with it.
 */
import {
  type AuditDriver,
  type DeepDiveResult,
  EMPTY_TRAIL,
  type FlowOutcome,
  type HuntResult,
  type HuntTask,
  type HuntTrail,
  type ValidationOutcome,
  type ValidationTask,
} from '../../src/ports/auditor.ts';
import type { CoverageEvidence } from '../../src/protocol/coverage/coverage-evidence.ts';
import { type CoverageStatus, checksOf, type Dimension, isOfTrack } from '../../src/protocol/findings/dimension.ts';
import { type ClaimedFinding, claimFinding } from '../../src/protocol/findings/finding.ts';
import type { Severity } from '../../src/protocol/findings/severity.ts';
import { parseAgentOutput } from '../../src/protocol/output/agent-output.ts';
import { formatAgentResult } from './agent-result-text.ts';

export type FleetBehaviour =
  | 'finish'
  /** Searches only. */
  | 'shallow'
  /** Claims everything covered and has looked at nothing. */
  | 'false-claim'
  | 'cut-mild'
  | 'cut-severe'
  | 'failed'
  | 'sibling_error'
  | 'not_found'
  | 'timeout'
  | 'throw';

/**
 * Where a finding is said to be: in the agent's own files, in any file of the scope, behind the end of a file, in a file that
 * does not exist, or at the one place that several agents speak of.
 */
export type FleetPlace = 'own' | 'elsewhere' | 'beyond' | 'nowhere' | 'shared';

export interface FleetScript {
  /** Absent = all in the agent's own files. */
  place?(task: HuntTask, index: number): FleetPlace;
  /** Whether the agent rules out the shared place, which others may report. */
  rulesOut?(task: HuntTask): boolean;
  /** Paths of the scope, for findings elsewhere. */
  readonly paths?: readonly string[];
  behave(task: HuntTask): FleetBehaviour;
  /** How many findings the agent has, before any cut. */
  findingCount(task: HuntTask): number;
  severity(task: HuntTask, index: number): Severity;
  /** 0..1: where in the text after the header a cut falls. */
  cutAt(task: HuntTask): number;
  verdict(id: string): 'confirmed' | 'downgraded' | 'rejected' | 'none' | 'fail';
  flow(id: string): FlowOutcome['kind'] | 'throw';
}

export interface FleetClaim {
  readonly title: string;
  readonly severity: Severity;
  readonly place: FleetPlace;
  /** `usable`: cut behind its source and sink. `lost`: begun, and cut before. */
  readonly fate: 'whole' | 'usable' | 'lost' | 'unsaid';
  /** Whether its lines reached the agent. */
  readonly isSeen: boolean;
}

export interface FleetAct {
  readonly task: HuntTask;
  readonly behaviour: FleetBehaviour;
  /** Everything the agent meant to say, and what became of it on the way. */
  readonly claims: readonly FleetClaim[];
  readonly rulesOut: boolean;
  /** Titles whose blocks left the agent whole. */
  readonly whole: readonly string[];
}

export interface ScriptedFleet extends AuditDriver {
  readonly acts: readonly FleetAct[];
  readonly validated: readonly ValidationTask[];
}

export function createScriptedFleet(script: FleetScript): ScriptedFleet {
  const acts: FleetAct[] = [];
  const validated: ValidationTask[] = [];
  return {
    name: 'scripted/fleet',
    acts,
    validated,
    hunt: async (task) => {
      const behaviour = script.behave(task);
      const { act, result } = perform(task, behaviour, script);
      acts.push(act);
      await Promise.resolve();
      if (behaviour === 'throw') throw new Error('the agent broke down');
      return result;
    },
    deepen: async ({ findings, hotspots, chains }): Promise<DeepDiveResult> => {
      const flows = new Map<string, FlowOutcome>();
      for (const { id, file, line } of findings) {
        const kind = script.flow(id);
        if (kind === 'throw') throw new Error('the deep dive broke down');
        flows.set(id, toFlow(kind, file, line));
      }
      return {
        flows,
        hotspotsCovered: hotspots,
        chains: new Map(chains.map(({ id }, i) => [id, { holds: i % 3 !== 2, reason: 'scripted', isVerified: true }])),
        reason: null,
      };
    },
    validate: async (task): Promise<ValidationOutcome> => {
      validated.push(task);
      return decide(task, script);
    },
  };
}

function toFlow(kind: FlowOutcome['kind'], file: string, line: number): FlowOutcome {
  const steps = [{ file, line, what: 'scripted' }];
  if (kind === 'complete') return { kind, steps, entry: null };
  if (kind === 'broken') return { kind, steps, reason: 'callback' };
  return kind === 'unknown' ? { kind, reason: 'scripted' } : { kind };
}

function decide({ findings, batch }: ValidationTask, script: FleetScript): ValidationOutcome {
  const method = 'scripted';
  const [first] = findings;
  if (first !== undefined && batch.by === 'agent' && script.verdict(first.id) === 'fail')
    return { kind: 'failed', reason: 'scripted', decisions: [], method };
  return {
    kind: 'decided',
    reason: null,
    method,
    decisions: findings.flatMap(({ id, file, line }) => {
      const verdict = script.verdict(id);
      if (verdict === 'none' || verdict === 'fail') return [];
      return [
        {
          id,
          verdict,
          verification: batch.steps.map((step) => `${step}:pass(scripted)`).join(' '),
          evidenceFile: `${file}:${line}`,
          reason: 'scripted',
          contradiction: null,
        },
      ];
    }),
  };
}

interface Performance {
  readonly act: FleetAct;
  readonly result: HuntResult;
}

function perform(task: HuntTask, behaviour: FleetBehaviour, script: FleetScript): Performance {
  const findings = writeFindings(task, behaviour, script);
  const text = formatAgentResult({
    agentId: task.agentId,
    round: task.round,
    filesReadCount: task.files.length,
    dimensions: task.dimensions,
    coverage: Object.fromEntries(task.dimensions.map((dimension) => [dimension, claimOf(behaviour)])),
    modulesLoaded: [],
    toolCalls: {},
    hotspots: [],
    gaps: [],
    findings,
  });
  const isCut = behaviour === 'cut-mild' || behaviour === 'cut-severe';
  const kept = isCut ? text.slice(0, placeCut(text, behaviour, script.cutAt(task))) : text;
  const answers = isCut || behaviour === 'finish' || behaviour === 'shallow' || behaviour === 'false-claim';
  const isKept = answers && behaviour !== 'cut-severe';
  const delivered = listDelivered(task, behaviour);
  const rulesOut = RULING_OUT.has(behaviour) && script.rulesOut?.(task) === true;
  const trail = answers && !isCut ? leaveTrail(task, behaviour) : EMPTY_TRAIL;
  const claims = findings.map((finding, i) => ({
    ...describeClaim(task, finding, i, { script, delivered }),
    fate: isKept ? fateOf(text, kept, i + 1) : ('unsaid' as const),
  }));
  return {
    act: {
      task,
      behaviour,
      rulesOut,
      claims,
      whole: claims.filter(({ fate }) => fate === 'whole').map(({ title }) => title),
    },
    result: {
      ending: answers ? 'replied' : behaviour === 'throw' ? 'failed' : behaviour,
      reason: answers ? null : 'scripted',
      output: parseAgentOutput(answers ? kept : '', { transportEnded: !isCut }),
      trail: {
        ...trail,
        delivered,
        falsePositives: rulesOut ? [{ file: SHARED.file, line: SHARED.line, reason: 'scripted' }] : [],
      },
      usedTokens: 100,
      budgetMode: 'full',
      cutoffReason: isCut ? 'truncated' : null,
      model: null,
    },
  };
}

/** Who worked on to the end of its own accord may have ruled something out. */
const RULING_OUT: ReadonlySet<FleetBehaviour> = new Set(['finish', 'shallow']);

const describeClaim = (
  task: HuntTask,
  { title, severity, file }: ClaimedFinding,
  index: number,
  { script, delivered }: { readonly script: FleetScript; readonly delivered: NonNullable<HuntTrail['delivered']> },
): Omit<FleetClaim, 'fate'> => ({
  title,
  severity,
  place: script.place?.(task, index) ?? 'own',
  isSeen: file !== null && delivered[file] !== undefined,
});

/** The place several agents speak of, with a weakness nobody else names. */
export const SHARED = { file: 'src/a.ts', line: 150, cwe: 'CWE-1321' } as const;
const BEYOND_LINE = 9999;

/** What became of one block: each field counts once its line has ended. */
function fateOf(text: string, kept: string, number: number): FleetClaim['fate'] {
  const heading = `[F${String(number).padStart(3, '0')}]`;
  const start = text.indexOf(heading);
  const endOf = (field: string): number => text.indexOf('\n', text.indexOf(`\n  ${field}:`, start) + 1) + 1;
  if (kept.length < text.indexOf('\n', start)) return kept.length < start + heading.length ? 'unsaid' : 'lost';
  if (endOf('validation') <= kept.length) return 'whole';
  return endOf('sink') <= kept.length ? 'usable' : 'lost';
}

/** Whoever did its work was given its files; a liar has opened one. */
const listDelivered = ({ files }: HuntTask, behaviour: FleetBehaviour): NonNullable<HuntTrail['delivered']> =>
  Object.fromEntries(
    (behaviour === 'false-claim' ? files.slice(0, 1) : files).map(({ path, lines }) => [
      path,
      [{ start: 1, end: Math.max(lines, BEYOND_LINE) }],
    ]),
  );

const claimOf = (behaviour: FleetBehaviour): CoverageStatus => (behaviour === 'shallow' ? 'shallow' : 'covered');

/** Severe: before the agent has named itself. Mild: anywhere behind the header. */
function placeCut(text: string, behaviour: FleetBehaviour, share: number): number {
  if (behaviour === 'cut-severe') return '===AGENT_RESULT===\nagent'.length;
  const from = text.indexOf('tool_calls:');
  return from + Math.floor(share * (text.length - from - '===AGENT_RESULT_END===\n'.length));
}

const CWES = ['CWE-89', 'CWE-79', 'CWE-22', 'CWE-918', 'CWE-502', 'CWE-287', 'CWE-862', 'CWE-327', 'CWE-16', 'CWE-840'];

/** Findings far enough apart that nothing is merged, each with a title of its own. */
function writeFindings(task: HuntTask, behaviour: FleetBehaviour, script: FleetScript): readonly ClaimedFinding[] {
  return Array.from({ length: script.findingCount(task) }, (_, i) => {
    const dimension = task.dimensions[i % task.dimensions.length] ?? 'D1';
    const { file, line, cwe } = placeFinding(task, i, script);
    return claimFinding({
      severity: script.severity(task, i),
      title: `${task.agentId} finding ${i + 1} (${behaviour})`,
      issue: `${task.agentId} finding ${i + 1} (${behaviour})`,
      cwe,
      dimension,
      file,
      line,
      endLine: line,
      confidence: 0.9,
      source: cwe === SHARED.cwe ? 'req.body.shared :1' : 'req.query :1',
      sink: `sink :${line}`,
      flow: `:1 → :${line}`,
      evidence: `line ${line}`,
      impact: 'scripted',
      extra: { validation: 'partial' },
    });
  });
}

function placeFinding(
  task: HuntTask,
  index: number,
  script: FleetScript,
): { readonly file: string; readonly line: number; readonly cwe: string } {
  const agent = Number(task.agentId.slice(-2));
  const own = task.files[(agent + index) % Math.max(1, task.files.length)]?.path ?? 'src/none.ts';
  const cwe = CWES[(agent * 3 + index) % CWES.length] ?? 'CWE-89';
  const line = 1 + ((task.round * 211 + agent * 37 + index * 13) % 293);
  const paths = script.paths ?? [own];
  switch (script.place?.(task, index) ?? 'own') {
    case 'own':
      return { file: own, line, cwe };
    case 'elsewhere':
      return { file: paths[(agent * 5 + index * 3) % paths.length] ?? own, line, cwe };
    case 'beyond':
      return { file: own, line: BEYOND_LINE, cwe };
    case 'nowhere':
      return { file: 'src/none.ts', line, cwe };
    case 'shared':
      return SHARED;
  }
}

function leaveTrail(task: HuntTask, behaviour: FleetBehaviour): HuntTrail {
  if (behaviour === 'false-claim') return { ...EMPTY_TRAIL, filesRead: task.files.slice(0, 1).map(({ path }) => path) };
  const isDeep = behaviour === 'finish';
  return {
    ...EMPTY_TRAIL,
    filesRead: task.files.map(({ path }) => path),
    searches: task.dimensions.map((dimension) => ({ pattern: `${dimension} round ${task.round}`, scope: '.' })),
    evidence: task.dimensions.map((dimension) => evidenceOf(dimension, isDeep)),
    cells: task.dimensions.flatMap((dimension) =>
      task.files.map(({ path }) => ({ dimension, path, status: isDeep ? ('covered' as const) : ('shallow' as const) })),
    ),
    tracedEntryPoints: isDeep ? task.recon.entryPoints.map(({ file, line }) => `${file}:${line}`) : [],
  };
}

function evidenceOf(dimension: Dimension, isDeep: boolean): CoverageEvidence {
  const many = isDeep ? 9 : 0;
  if (isOfTrack(dimension, 'config'))
    return { track: 'config', dimension, searches: 1, checks: isDeep ? checksOf(dimension) : [] };
  if (isOfTrack(dimension, 'control'))
    return {
      track: 'control',
      dimension,
      searches: 1,
      endpoints: 9,
      endpointsVerified: many,
      resourceTypes: 3,
      consistentResourceTypes: isDeep ? 3 : 0,
      chains: 9,
      chainsFollowed: many,
    };
  return {
    track: 'sink',
    dimension,
    searches: 3,
    emptySearches: 0,
    sinks: 9,
    filesHit: 3,
    filesTraced: isDeep ? 3 : 0,
    completeFlows: many,
    checks: isDeep ? checksOf(dimension) : [],
  };
}
