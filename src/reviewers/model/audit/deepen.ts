/** The deep dive by a model: flows line by line, each step checked against what was delivered (FACT-07, FACT-04). */
import type { AuditDesk, DeepDiveResult, DeepDiveTask, FlowOutcome, FlowStep } from '../../../audit-port.ts';
import { DEEPEN_PROMPT, formatFindings } from '../../../prompts/audit-validate.ts';
import { isCovered } from '../../../protocol/coverage.ts';
import { parseLocation } from '../../../protocol/location.ts';
import { deepenEmbedded } from '../../embedded/audit/deepen.ts';
import { talkToAgent } from './agent-talk.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import { describeTools } from './describe-tools.ts';

const MAX_TURNS = 15;
const BREAKS = ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'] as const;

/** The call graph first: a model is asked only about what it leaves open. */
export async function deepenWithModel(
  task: DeepDiveTask,
  desk: AuditDesk,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<DeepDiveResult> {
  const traced = deepenEmbedded(task, await options.openScene(desk.snapshot));
  const open = task.findings.filter(({ id }) => !isSettled(traced.flows.get(id)));
  const openChains = task.chains.filter(({ id }) => !traced.chains.has(id));
  if (open.length === 0 && openChains.length === 0) return traced;
  const end = await talkToAgent({
    desk,
    ask: options.openAsk('deep-dive'),
    counter: options.counter,
    thresholds: options.thresholds,
    maxOutputTokens: options.maxOutputTokens,
    system: DEEPEN_PROMPT,
    briefing: [
      formatFindings(open, options.fenceName),
      ...openChains.map(({ id, title, findings }) => `${id}: ${title} (${findings.join(' + ')})`),
    ].join('\n'),
    maxTurns: MAX_TURNS,
    lastExplorationTurn: MAX_TURNS - 2,
    tools: describeTools(desk),
    mustReturn: 'Stop reading. Write the FLOW and CHAIN lines now.',
    answer: async (name, args) => {
      const answer = await desk.context().call(name, args);
      return { text: answer.text, isError: answer.kind === 'failed' };
    },
    isResult: (text) => /^(?:FLOW|CHAIN) /mu.test(text),
    signal,
  });
  const delivered = desk.context().delivered();
  const hasRead = ({ file, line }: FlowStep): boolean =>
    isCovered(delivered.get(file) ?? [], [{ start: line, end: line }]);
  const flows = new Map(traced.flows);
  for (const [id, flow] of readFlows(end.text)) {
    if (!open.some((finding) => finding.id === id)) continue;
    const steps = 'steps' in flow ? flow.steps : [];
    flows.set(id, steps.every(hasRead) ? flow : { kind: 'unknown', reason: 'a step was never delivered to the agent' });
  }
  return {
    ...traced,
    flows,
    chains: new Map([...traced.chains, ...readChains(end.text)]),
    reason: end.kind === 'replied' ? null : end.reason,
  };
}

const isSettled = (flow: FlowOutcome | undefined): boolean => flow?.kind === 'complete' || flow?.kind === 'in-place';

const FLOW = /^FLOW (?<id>[A-Z]+-?\d+) (?<kind>complete|broken|in-place)(?<rest>.*)$/gmu;
const CHAIN = /^CHAIN (?<id>AC-\d+) (?<verdict>holds|fails)(?<reason>.*)$/gmu;

function readFlows(text: string): ReadonlyMap<string, FlowOutcome> {
  const flows = new Map<string, FlowOutcome>();
  for (const { groups = {} } of text.matchAll(FLOW)) {
    const { id = '', kind, rest = '' } = groups;
    if (kind === 'in-place') flows.set(id, { kind });
    else {
      const reason = BREAKS.find((word) => rest.trimStart().startsWith(word));
      const steps = readSteps(reason === undefined ? rest : rest.trimStart().slice(reason.length));
      if (kind === 'complete' && steps.length > 1) flows.set(id, { kind, steps, entry: null });
      if (kind === 'broken') flows.set(id, { kind, steps, reason: reason ?? 'external_library' });
    }
  }
  return flows;
}

const readSteps = (text: string): readonly FlowStep[] =>
  text.split('→').flatMap((part) => {
    const [place = '', ...what] = part.trim().split(' ');
    const location = parseLocation(place);
    return location === null || location.line === null
      ? []
      : [{ file: location.file, line: location.line, what: what.join(' ') }];
  });

const readChains = (text: string): ReadonlyMap<string, { readonly holds: boolean; readonly reason: string }> =>
  new Map(
    [...text.matchAll(CHAIN)].map(({ groups = {} }) => [
      groups.id ?? '',
      { holds: groups.verdict === 'holds', reason: (groups.reason ?? '').trim() },
    ]),
  );
