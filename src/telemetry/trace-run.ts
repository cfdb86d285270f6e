/**
 * Builds the tree of spans of a run from its events, model calls and scans: run > wave or state > phase > agent > call > attempt.
 * Attributes are names, counts and times; never a prompt, an answer, code or the text of an error. Created by open-telemetry.ts.
 */
import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { EffectWatch, RunEnding, WatchedCall, WatchedScan } from '../ports/telemetry.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import { formatPhaseName } from '../protocol/rounds/audit-phases.ts';
import { describeAgent, describeAttempt, describeCall, errorOfCall, splitModel } from './gen-ai.ts';

export interface RunTrace extends EffectWatch {
  emit(event: RunEvent): void;
  end(ending: RunEnding): void;
}

/** An audit is in it before its first transition. */
const FIRST_STATE = formatPhaseName({ kind: 'recon' });

type EventOf<Kind extends RunEvent['kind']> = Extract<RunEvent, { kind: Kind }>;

/** A span that is known by what happened in it: it ends where the last of that ended. */
interface Gathered {
  readonly span: Span;
  endedAtMs: number;
  readonly counts: Record<string, number>;
}

/** `above`: what the run is a part of. `here`: where things belong while the span of the run is not known here. */
export interface TraceContexts {
  readonly above: Context;
  readonly here: Context;
}

export const createRunTrace = (tracer: Tracer, contexts: TraceContexts): RunTrace => new SpanTree(tracer, contexts);

class SpanTree implements RunTrace {
  readonly #tracer: Tracer;
  readonly #above: Context;
  readonly #parent: Context;
  #run: Span | null = null;
  /** A wave of a review, or a state of an audit. */
  #stage: Span | null = null;
  #wave = 0;
  #phase: Span | null = null;
  #baseline: { readonly span: Span; endedAtMs: number | null } | null = null;
  readonly #agents = new Map<string, Span>();
  /** Agents without events of their own, and analyzers. */
  readonly #gathered = new Map<string, Gathered>();

  constructor(tracer: Tracer, { above, here }: TraceContexts) {
    this.#tracer = tracer;
    this.#above = above;
    this.#parent = here;
  }

  emit(event: RunEvent): void {
    switch (event.kind) {
      case 'run':
        this.#startRun(event);
        break;
      case 'phase':
        this.#turnPhase(event);
        break;
      case 'transition':
        this.#enterState(event.to);
        break;
      case 'agent':
        this.#turnAgent(event);
        break;
      case 'baseline':
        this.#turnBaseline(event);
        break;
      default:
        this.#note(event);
    }
  }

  /** What belongs to a span that is open, and makes none of its own. */
  #note(event: RunEvent): void {
    if (event.kind === 'plan')
      this.#stage?.setAttributes({
        'consensus_review.plan.agents': event.agents,
        'consensus_review.plan.tokens': event.totalTokens,
        'consensus_review.plan.isolation': event.isolation,
      });
    if (event.kind === 'decision') this.#stage?.addEvent('decision', { 'consensus_review.decision': event.decision });
    if (event.kind === 'truncation')
      this.#agents.get(event.agent)?.addEvent('truncation', { 'consensus_review.severity': event.severity });
    if (event.kind === 'retry')
      this.#stage?.addEvent('retry', { 'gen_ai.agent.name': event.agent, 'consensus_review.retry_of': event.retryOf });
  }

  call(call: WatchedCall): void {
    const owner = this.#agents.get(call.agent) ?? this.#gatherAgent(call);
    const span = this.#start(`chat ${splitModel(call.model).name}`, owner, {
      kind: SpanKind.CLIENT,
      startTime: call.startedAtMs,
      attributes: describeCall(call),
    });
    for (const attempt of call.attempts) {
      const child = this.#start(`attempt ${attempt.attempt}`, span, {
        startTime: attempt.startedAtMs,
        attributes: describeAttempt(attempt),
      });
      fail(child, attempt.error);
      child.end(attempt.endedAtMs);
    }
    fail(span, errorOfCall(call));
    span.end(call.endedAtMs);
  }

  scan(scan: WatchedScan): void {
    const isBaseline = this.#baseline?.endedAtMs === null;
    const owner = isBaseline ? (this.#baseline?.span ?? null) : this.#here();
    const gathered = this.#gather(`analyze ${scan.name}`, owner, scan.startedAtMs, {
      'consensus_review.analyzer.name': scan.name,
    });
    gathered.endedAtMs = Math.max(gathered.endedAtMs, scan.endedAtMs);
    if (scan.version !== null) gathered.span.setAttribute('consensus_review.analyzer.version', scan.version);
    add(gathered.counts, 'consensus_review.analyzer.files', scan.files);
    add(gathered.counts, 'consensus_review.analyzer.findings', scan.findings);
    add(gathered.counts, 'consensus_review.analyzer.scans', 1);
    if (scan.status === 'failed') fail(gathered.span, 'analyzer-failed');
  }

  end(ending: RunEnding): void {
    for (const span of this.#agents.values()) span.end(Date.now());
    this.#agents.clear();
    this.#closeStage();
    this.#endGathered();
    this.#baseline?.span.end(this.#baseline.endedAtMs ?? Date.now());
    this.#baseline = null;
    // The span of a run is told by whoever ends the run.
    if (ending.kind !== 'left') {
      if (ending.kind === 'report') this.#run?.setAttributes(describeReport(ending.report));
      else fail(this.#run, ending.code);
      this.#run?.end(Date.now());
    }
    this.#run = null;
  }

  #startRun({ runId, playbook, mode, model }: EventOf<'run'>): void {
    this.#run = this.#tracer.startSpan(
      `invoke_workflow ${playbook}`,
      {
        startTime: Date.now(),
        attributes: {
          'gen_ai.operation.name': 'invoke_workflow',
          'gen_ai.workflow.name': playbook,
          'consensus_review.run.id': runId,
          'consensus_review.run.mode': mode,
          'consensus_review.run.model': model,
        },
      },
      this.#above,
    );
    if (playbook === 'audit') this.#enterState(FIRST_STATE);
  }

  /** What comes before the first wave belongs to the run. */
  #turnPhase({ phase, name, status, wave }: EventOf<'phase'>): void {
    this.#closePhase();
    if (status === 'finished') return;
    if (phase > 1 && wave !== this.#wave) {
      this.#closeStage();
      this.#wave = wave;
      this.#stage = this.#start(`wave ${wave}`, this.#run, { attributes: { 'consensus_review.wave': wave } });
    }
    this.#phase = this.#start(name, this.#here());
  }

  #enterState(state: string): void {
    this.#closeStage();
    this.#stage = this.#start(state, this.#run, { attributes: { 'consensus_review.state': state } });
  }

  #turnAgent(event: EventOf<'agent'>): void {
    const { agent, wave, status } = event;
    if (status === 'started') {
      const attributes = { ...describeAgent(agent), 'consensus_review.wave': wave };
      this.#agents.set(agent, this.#start(`invoke_agent ${agent}`, this.#here(), { attributes }));
    }
    if (status !== 'finished') return;
    const span = this.#agents.get(agent);
    span?.setAttributes({
      'consensus_review.agent.findings': event.findings,
      'consensus_review.agent.files_done': event.filesDone,
      'consensus_review.agent.files_total': event.filesTotal,
      'consensus_review.agent.usage_ratio': event.usageRatio,
      'consensus_review.agent.mode': event.mode,
    });
    if (event.message !== null) fail(span ?? null, 'agent-cut-short');
    span?.end(Date.now());
    this.#agents.delete(agent);
  }

  #turnBaseline({ analyzer, status, findings }: EventOf<'baseline'>): void {
    if (status === 'started') {
      this.#baseline = { span: this.#start('baseline scan', this.#run), endedAtMs: null };
      return;
    }
    if (this.#baseline === null) return;
    this.#baseline.endedAtMs = Date.now();
    this.#baseline.span.addEvent('analyzer', {
      'consensus_review.analyzer.name': analyzer,
      'consensus_review.analyzer.status': status,
      'consensus_review.analyzer.findings': findings,
    });
  }

  #gatherAgent({ agent, startedAtMs, endedAtMs }: WatchedCall): Span {
    const gathered = this.#gather(`invoke_agent ${agent}`, this.#here(), startedAtMs, describeAgent(agent));
    gathered.endedAtMs = Math.max(gathered.endedAtMs, endedAtMs);
    return gathered.span;
  }

  #gather(name: string, parent: Span | null, startTime: number, attributes: Attributes): Gathered {
    const key = `${parent?.spanContext().spanId} ${name}`;
    const known = this.#gathered.get(key);
    if (known !== undefined) return known;
    const gathered = {
      span: this.#start(name, parent, { startTime, attributes }),
      endedAtMs: startTime,
      counts: {},
    };
    this.#gathered.set(key, gathered);
    return gathered;
  }

  /** Where something belongs that happens now. */
  #here(): Span | null {
    return this.#phase ?? this.#stage ?? this.#run;
  }

  #start(name: string, parent: Span | null, options: Parameters<Tracer['startSpan']>[1] = {}): Span {
    // One clock for all of them: what is watched brings its times along.
    const timed = { startTime: Date.now(), ...options };
    return this.#tracer.startSpan(name, timed, parent === null ? this.#parent : trace.setSpan(this.#parent, parent));
  }

  #closePhase(): void {
    this.#phase?.end(Date.now());
    this.#phase = null;
  }

  #closeStage(): void {
    this.#closePhase();
    this.#stage?.end(Date.now());
    this.#stage = null;
  }

  #endGathered(): void {
    for (const { span, endedAtMs, counts } of this.#gathered.values()) {
      span.setAttributes(counts);
      span.end(endedAtMs);
    }
    this.#gathered.clear();
  }
}

const add = (counts: Record<string, number>, name: string, more: number): void => {
  counts[name] = (counts[name] ?? 0) + more;
};

function fail(span: Span | null, error: string | null): void {
  if (error === null) return;
  span?.setAttribute('error.type', error);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

function describeReport({ run, verdict, complete, findings, scope, usage }: ReportDocument): Attributes {
  return {
    'consensus_review.verdict': verdict,
    'consensus_review.complete': complete,
    'consensus_review.findings': findings.length,
    'consensus_review.files': scope.files,
    'consensus_review.resumed': run.resumed,
    'consensus_review.usage.calls': usage.calls,
    'consensus_review.usage.reused_calls': usage.reused_calls,
    'consensus_review.usage.repeated_calls': usage.repeated_calls,
    'consensus_review.usage.input_tokens': usage.input_tokens,
    'consensus_review.usage.output_tokens': usage.output_tokens,
    'consensus_review.usage.cost_usd': usage.cost_usd,
  };
}
