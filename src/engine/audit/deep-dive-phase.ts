/**
 * Runs phase 3 of an audit: chooses hotspots, Critical and High findings and findings at a sink, has the driver trace them from source
 * to sink, and judges what came back, candidate attack chains included (FACT-07, CONVERGE-03). Returns the flows and chains. Called by
 * run-audit.ts.
 */

import type { AuditSession, DeepDiveResult, DeepDiveTask, FlowOutcome } from '../../ports/auditor.ts';
import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { DIMENSION_PROFILES } from '../../protocol/findings/dimension.ts';
import { CONFIDENCE, type Finding } from '../../protocol/findings/finding.ts';
import { isGrave } from '../../protocol/findings/severity.ts';
import { type AttackChain, chooseDepth, selectChains } from '../../protocol/rounds/attack-chains.ts';
import {
  chooseTargets,
  type DeepDiveFinding,
  type DeepDiveVerdict,
  judgeDeepDive,
} from '../../protocol/rounds/deep-dive.ts';
import type { Hotspot } from '../../protocol/rounds/state-transfer.ts';
import { limitAgent, sessionForDive } from './agent-session.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import { type AuditState, listCounted, listHotspots, toModuleFinding } from './audit-state.ts';
import { listBaseline } from './scanned-findings.ts';

export interface DiveChain extends AttackChain {
  /**
   * `shown`: the deep dive followed it. `unverified`: an agent says it holds, of lines it was not given. `candidate`: the
   * findings fit the pattern, nobody followed it.
   */
  readonly standing: 'shown' | 'unverified' | 'candidate';
  readonly reason: string | null;
}

export interface DeepDive {
  readonly flows: ReadonlyMap<string, FlowOutcome>;
  readonly chains: readonly DiveChain[];
  readonly refutedChains: number;
  readonly chainsLeftOut: number;
  readonly hotspots: number;
  /** Hotspots nobody covered. */
  readonly openHotspots: readonly Hotspot[];
  /** Findings whose flow nobody followed further than whoever found them states it. */
  readonly stated: ReadonlySet<string>;
  readonly verdict: DeepDiveVerdict;
  readonly reason: string | null;
  readonly evidence: Readonly<Record<string, string>>;
  readonly filesExamined: number;
  readonly usage: UsageShare;
}

export async function diveDeep(
  state: AuditState,
  request: Pick<AuditRequest, 'thresholds' | 'agentTimeoutMs'>,
  ports: Pick<AuditPorts, 'driver' | 'openTools' | 'emit' | 'signal' | 'host' | 'clock'>,
): Promise<DeepDive> {
  const counted = [...listCounted(state), ...listBaseline(state)];
  const hotspots = listHotspots(state);
  const selection = selectChains(counted.filter(isGrave).map((finding) => toModuleFinding(state.recon, finding)));
  const task: DeepDiveTask = {
    hotspots,
    findings: chooseFindings(counted, hotspots),
    chains: selection.chains,
  };
  const sessionPorts = {
    snapshot: state.survey.snapshot,
    openTools: ports.openTools,
    thresholds: request.thresholds,
    driver: ports.driver,
  };
  const session = sessionForDive(task, sessionPorts);
  const result = dropAsides(await deepen(task, session, request, ports), task);
  const judged = counted.map((finding) => toDiveFinding(finding, result.flows));
  const covered = new Set(result.hotspotsCovered.map(keyOf));
  const openHotspots = hotspots.filter((hotspot) => !covered.has(keyOf(hotspot)));
  const verdict = judgeDeepDive(judged, openHotspots.length);
  announceFlows(task, result, ports);
  const chains = selection.chains.flatMap((chain) => judgeChain(chain, result));
  for (const { id, title, findings, severity } of chains.filter(({ standing }) => standing === 'shown'))
    ports.emit({ kind: 'chain', chain: id, title, findings, severity });
  return {
    flows: result.flows,
    chains,
    refutedChains: selection.chains.length - chains.length,
    chainsLeftOut: selection.leftOut,
    hotspots: hotspots.length,
    openHotspots,
    stated: new Set(
      counted
        .filter((finding) => !isFollowed(result.flows.get(finding.id)) && isGrave(finding) && hasStatedFlow(finding))
        .map(({ id }) => id),
    ),
    verdict: result.reason === null ? verdict : { ...verdict, status: 'partial' },
    reason: result.reason,
    evidence: {
      depth: chooseDepth(counted),
      hotspots: `${hotspots.length - openHotspots.length}/${hotspots.length}`,
      flows: String([...result.flows.values()].filter(({ kind }) => kind === 'complete').length),
      // Before findings are merged, so not the number of chains in the report.
      chains_tested: String(selection.chains.length),
    },
    filesExamined: new Set(task.findings.flatMap((finding) => listFiles(finding, result.flows))).size,
    usage: { used: session.account.usedTokens, allowance: session.account.budgetTokens },
  };
}

/** A Medium at a sink is followed for what it may turn out to be: that nothing was found to reach it says nothing new of it. */
function dropAsides(result: DeepDiveResult, { findings, hotspots }: DeepDiveTask): DeepDiveResult {
  const isHot = findHot(hotspots);
  const asides = new Set(
    findings.filter((finding) => finding.severity === 'MEDIUM' && !isHot(finding)).map(({ id }) => id),
  );
  return { ...result, flows: new Map([...result.flows].filter(([id, flow]) => isFollowed(flow) || !asides.has(id))) };
}

const findHot = (hotspots: readonly Hotspot[]): ((place: Pick<Finding, 'file' | 'line' | 'endLine'>) => boolean) => {
  const places = Map.groupBy(hotspots, ({ file }) => file);
  return ({ file, line, endLine }) =>
    (places.get(file) ?? []).some(({ lines }) => lines.start <= endLine && line <= lines.end);
};

const keyOf = ({ file, lines }: Hotspot): string => `${file}:${lines.start}-${lines.end}`;

/** Files a finding was followed through: those of the steps and its own; none where nobody followed it. */
function listFiles({ id, file }: Finding, flows: DeepDiveResult['flows']): readonly string[] {
  const flow = flows.get(id);
  if (flow === undefined) return [];
  return [file, ...('steps' in flow ? flow.steps.map((step) => step.file) : [])];
}

const isFollowed = (flow: FlowOutcome | undefined): boolean => flow?.kind === 'complete' || flow?.kind === 'in-place';

/** A rule saw the call and not where its data comes from: whether a request reaches it decides how grave it is. */
const hasSink = ({ severity, sink, dimension }: Finding): boolean =>
  severity === 'MEDIUM' && sink !== null && dimension !== null && DIMENSION_PROFILES[dimension].track === 'sink';

/** Grave findings, those of a sink, and what lies at a hotspot; without hotspots the grave ones of D1–D3 are among the former anyway. */
function chooseFindings(counted: readonly Finding[], hotspots: readonly Hotspot[]): readonly Finding[] {
  const targets = chooseTargets(
    hotspots,
    counted.map((finding) => toDiveFinding(finding, new Map())),
  );
  const wanted = new Set(targets.kind === 'findings' ? targets.ids : []);
  const isHot = findHot(hotspots);
  return counted.filter((finding) => isGrave(finding) || hasSink(finding) || wanted.has(finding.id) || isHot(finding));
}

function toDiveFinding(finding: Finding, flows: ReadonlyMap<string, FlowOutcome>): DeepDiveFinding {
  const { id, severity, dimension } = finding;
  return {
    id,
    severity,
    dimension,
    hasFullFlow: isFollowed(flows.get(id)) || hasStatedFlow(finding),
  };
}

/** What a configuration finding is about lies in one place; elsewhere source, sink and the way between must be stated. */
function hasStatedFlow({ dimension, status, confidence, source, sink, flow }: Finding): boolean {
  const track = dimension === null ? null : DIMENSION_PROFILES[dimension].track;
  if (track !== 'sink') return status === 'confirmed';
  // A source that may be anybody's parameter is no way from outside: whoever stated it was not sure.
  const isSure = confidence >= CONFIDENCE.high;
  return isSure && status === 'confirmed' && source !== null && sink !== null && flow !== null;
}

async function deepen(
  task: DeepDiveTask,
  session: AuditSession,
  request: Pick<AuditRequest, 'agentTimeoutMs'>,
  ports: Pick<AuditPorts, 'driver' | 'host' | 'signal' | 'clock'>,
): Promise<DeepDiveResult> {
  const { driver, host } = ports;
  const failed = (reason: string): DeepDiveResult => ({
    flows: new Map(),
    hotspotsCovered: [],
    chains: new Map(),
    reason,
  });
  try {
    const kept = await host.run(
      { key: 'audit/deep-dive', kind: 'deepen', input: task, account: session.account },
      async () => {
        const { flows, chains, ...rest } = await limitAgent(request, ports, (signal) =>
          driver.deepen(task, session, signal),
        );
        return { ...rest, flows: [...flows], chains: [...chains] };
      },
    );
    return { ...kept, flows: new Map(kept.flows), chains: new Map(kept.chains) };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function announceFlows(task: DeepDiveTask, { flows }: DeepDiveResult, { emit }: Pick<AuditPorts, 'emit'>): void {
  for (const finding of task.findings) {
    const flow = flows.get(finding.id);
    if (flow === undefined && finding.severity === 'MEDIUM') continue;
    emit({
      kind: 'deep-dive',
      target: finding.id,
      files: new Set(listFiles(finding, flows)).size,
      outcome: isFollowed(flow) ? 'flow-complete' : 'flow-open',
    });
  }
}

function judgeChain(chain: AttackChain, { chains }: DeepDiveResult): readonly DiveChain[] {
  const answer = chains.get(chain.id);
  if (answer === undefined) return [{ ...chain, standing: 'candidate', reason: null }];
  const { holds, reason, isVerified } = answer;
  if (!isVerified) return [{ ...chain, standing: holds ? 'unverified' : 'candidate', reason }];
  return holds ? [{ ...chain, standing: 'shown', reason }] : [];
}
