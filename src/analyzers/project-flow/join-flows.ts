/**
 * Follows an open sink into other files, from a parameter to the arguments of its callers and from a call to what the function returns,
 * and says whether a source reaches it, every way is safe, or it is unknown. Breadth first, bounded. Used by join-project.ts.
 */
import { setImmediate } from 'node:timers/promises';
import type { SgNode } from '@ast-grep/napi';
import type { OpenCall, OpenEnd, OpenParameter, OpenSink } from '../../ports/open-flow.ts';
import { brief } from '../ast-grep/ast-grep-findings.ts';
import type { Rule } from '../ast-grep/rule-schema.ts';
import type { FileFlow } from '../flow/flow.ts';
import { goesVia } from '../flow/open-ends.ts';
import { type LinkedFiles, plainName, wordsOf } from './linked-files.ts';

export const JOIN_LIMITS = {
  /** Files that a way may pass. */
  hops: 6,
  /** Calls whose result is being worked out. */
  frames: 4,
  /** Ways that are open at the same time for one sink. */
  ways: 60,
  /** Questions put to files for one scan. */
  questions: 20_000,
  /** Processor time for all sinks, in milliseconds. */
  processorMs: 60_000,
} as const;

export interface FlowPlace {
  readonly file: string;
  readonly line: number;
}

/** What became of a sink: reached from a source, safe on every way, or not known. */
export type JoinedSink =
  | {
      readonly kind: 'reached';
      readonly source: string;
      /** The source set it begins in. */
      readonly origin: string | null;
      readonly steps: readonly FlowPlace[];
      readonly isGuess: boolean;
    }
  /** With the places that were asked. */
  | { readonly kind: 'safe'; readonly asked: readonly FlowPlace[] }
  /** `isTold`: a finding at another place of its way stands for it. */
  | { readonly kind: 'unknown'; readonly isTold: boolean };

/** A call whose result is being worked out: its parameters mean the arguments of this very call. */
interface Frame {
  readonly path: string;
  readonly call: OpenCall;
  readonly into: { readonly path: string; readonly start: number };
}

interface Way {
  readonly path: string;
  readonly end: OpenEnd;
  /** From the end to the sink. */
  readonly steps: readonly FlowPlace[];
  readonly frames: readonly Frame[];
  readonly isGuess: boolean;
  /** Whether it has gone through what the rule asks for. */
  readonly hasVia: boolean;
}

interface Reached {
  readonly source: string;
  readonly origin: string | null;
  readonly steps: readonly FlowPlace[];
  readonly isGuess: boolean;
}

/** What one step gives: the source, ways that go on, and whether some of them end in the dark. */
interface Step {
  readonly reached: Reached | null;
  readonly ways: readonly Way[];
  readonly isDark: boolean;
  /** Whether one of them was told of before. */
  readonly isTold: boolean;
  readonly asked: readonly FlowPlace[];
}

/** Whether the data flow of that file alone has told of such a flaw there. */
export type IsReported = (place: FlowPlace, cwe: string | null) => boolean;

const DARK: Step = { reached: null, ways: [], isDark: true, isTold: false, asked: [] };
export const UNKNOWN: JoinedSink = { kind: 'unknown', isTold: false };

export class FlowJoin {
  readonly #files: LinkedFiles;
  readonly #isReported: IsReported;
  #questions = 0;
  readonly #begun = process.cpuUsage();
  /** Sinks whose ways were not followed to their end. */
  cut = 0;
  /** Sinks for which no time was left. */
  late = 0;

  constructor(files: LinkedFiles, isReported: IsReported) {
    this.#files = files;
    this.#isReported = isReported;
  }

  async follow(path: string, sink: OpenSink): Promise<JoinedSink> {
    const family = this.#files.familyOf(path);
    const rule = family && this.#files.ruleOf(family, sink.rule);
    if (!rule) return UNKNOWN;
    if (this.#isLate()) {
      this.late += 1;
      return UNKNOWN;
    }
    const last = { file: path, line: sink.finding.line };
    let open: readonly Way[] = sink.ends.map((end) => ({
      path,
      end,
      steps: [...end.lines.map((line) => ({ file: path, line })), last],
      frames: [],
      isGuess: false,
      hasVia: end.hasVia,
    }));
    const seen = new Set<string>();
    const asked: FlowPlace[] = [];
    let isDark = false;
    let isTold = false;
    for (let hop = 0; open.length > 0 && hop < JOIN_LIMITS.hops; hop += 1) {
      const step = await this.#stepAll(open, rule, seen);
      if (step.reached) return { kind: 'reached', ...step.reached };
      asked.push(...step.asked);
      isDark ||= step.isDark || step.ways.length > JOIN_LIMITS.ways;
      isTold ||= step.isTold;
      open = step.ways.slice(0, JOIN_LIMITS.ways);
      await setImmediate();
    }
    if (open.length > 0 || this.#questions > JOIN_LIMITS.questions) {
      this.cut += 1;
      return UNKNOWN;
    }
    if (isDark) return UNKNOWN;
    return isTold ? { kind: 'unknown', isTold } : { kind: 'safe', asked };
  }

  #isLate(): boolean {
    const { user, system } = process.cpuUsage(this.#begun);
    return (user + system) / 1_000 > JOIN_LIMITS.processorMs;
  }

  /** One step on every way that was not gone before; ends at the first source. */
  async #stepAll(open: readonly Way[], rule: Rule, seen: Set<string>): Promise<Step> {
    const steps: Step[] = [];
    for (const way of open) {
      const key = keyOf(way);
      if (seen.has(key)) continue;
      seen.add(key);
      const step = await this.#step(way, rule);
      if (step.reached) return step;
      steps.push(step);
    }
    return joinSteps(steps);
  }

  #step(way: Way, rule: Rule): Promise<Step> {
    if (this.#questions > JOIN_LIMITS.questions) return Promise.resolve(DARK);
    return way.end.kind === 'parameter'
      ? this.#stepToCallers(way, way.end, rule)
      : this.#stepIntoCallee(way, way.end, rule);
  }

  async #stepToCallers(way: Way, end: OpenParameter, rule: Rule): Promise<Step> {
    const frame = way.frames.at(-1);
    if (frame?.into.path === way.path && frame.into.start === end.start)
      return this.#askArguments({ ...way, frames: way.frames.slice(0, -1) }, frame, end, rule);
    if (!(await this.#files.outlineOf(way.path))) return DARK;
    const { names, opened } = await this.#files.openCallers(way.path, end);
    const calls = this.#files.callsOf({ path: way.path, start: end.start }, names, opened);
    const steps: Step[] = [];
    for (const { path, call, isGuess } of calls) {
      const place = {
        path,
        call: { kind: 'call', end: call.end, callee: call.callee, key: null, lines: [call.line], hasVia: false },
      } as const;
      steps.push(await this.#askArguments({ ...way, isGuess: way.isGuess || isGuess }, place, end, rule));
    }
    return calls.length === 0 ? DARK : joinSteps(steps);
  }

  async #askArguments(
    way: Way,
    { path, call }: Pick<Frame, 'path' | 'call'>,
    end: OpenParameter,
    rule: Rule,
  ): Promise<Step> {
    const flow = await this.#files.flowOf(path);
    if (!flow) return DARK;
    const given = flow.argumentsAt(call.end, call.callee, end, end.skipped);
    if (given === null) return DARK;
    const line = call.lines.at(0) ?? 0;
    return this.#ask(flow, given, rule, { ...way, path, key: end.key, line });
  }

  async #stepIntoCallee(way: Way, end: OpenCall, rule: Rule): Promise<Step> {
    if (way.frames.length >= JOIN_LIMITS.frames) return DARK;
    const outline = await this.#files.outlineOf(way.path);
    if (!outline) return DARK;
    const name = plainName(end.callee);
    await this.#files.openDeclaring(name, way.path, wordsOf(end.callee));
    for (const path of this.#files.importedBy(outline)) await this.#files.outlineOf(path);
    const site = outline.calls.find((call) => call.end === end.end && plainName(call.callee) === name);
    const owner = outline.functions.findLastIndex((each) => each.start < end.end && end.end <= each.end);
    const targets = this.#files.resolve(outline, site?.callee ?? end.callee, site?.owner ?? owner);
    const steps: Step[] = [];
    for (const { path, start, isGuess } of targets) {
      const flow = path === way.path ? null : await this.#files.flowOf(path);
      if (!flow) continue;
      const frames = [...way.frames, { path: way.path, call: end, into: { path, start } }];
      const inside = { ...way, path, frames, isGuess: way.isGuess || isGuess, key: end.key, line: null };
      steps.push(await this.#ask(flow, flow.returnsAt(start), rule, inside));
    }
    return steps.length === 0 ? DARK : joinSteps(steps);
  }

  /** What the data flow of one file says about these nodes. */
  async #ask(
    flow: FileFlow,
    nodes: readonly SgNode[],
    { taint, cwe }: Rule,
    way: Omit<Way, 'end'> & { readonly key: string | null; readonly line: number | null },
  ): Promise<Step> {
    const ways: Way[] = [];
    const asked: FlowPlace[] = [];
    let isToldOfOne = false;
    const { path, frames, isGuess, key } = way;
    if (!taint) return DARK;
    const into = frames.at(-1)?.into;
    const entered = into?.path === path ? into.start : null;
    for (const node of nodes) {
      this.#questions += 1;
      const line = way.line ?? node.range().start.line + 1;
      const after = [{ file: path, line }, ...way.steps];
      asked.push({ file: path, line });
      const placed = (lines: readonly number[]): readonly FlowPlace[] => [
        ...lines.map((each) => ({ file: path, line: each })),
        ...after,
      ];
      const trace = flow.trace(node, taint, key, entered);
      const steps = trace?.kind === 'source' ? placed(trace.lines) : [];
      // What is told at the call already is not told again behind it; another caller may still be.
      const isTold = steps.some((step) => this.#isReported(step, cwe));
      isToldOfOne ||= isTold;
      if (trace?.kind === 'source' && !isTold && (way.hasVia || goesVia(trace, taint, node))) {
        const source = `${brief(trace.source)} ${path}:${trace.sourceLine}`;
        return { reached: { source, origin: trace.origin, steps, isGuess }, ways: [], isDark: false, isTold, asked };
      }
      for (const end of flow.openEnds(node, taint, key, entered))
        ways.push({ path, end, steps: placed(end.lines), frames, isGuess, hasVia: way.hasVia || end.hasVia });
    }
    // What rests on a name alone may be another function: it shows a flow, and that there is none it does not.
    return { reached: null, ways, isDark: isGuess, isTold: isToldOfOne, asked };
  }
}

const joinSteps = (steps: readonly Step[]): Step => ({
  reached: steps.find(({ reached }) => reached !== null)?.reached ?? null,
  ways: steps.flatMap(({ ways }) => ways),
  isDark: steps.some(({ isDark }) => isDark),
  isTold: steps.some(({ isTold }) => isTold),
  asked: steps.flatMap(({ asked }) => asked),
});

const keyOf = ({ path, end, frames }: Way): string =>
  [
    path,
    ...(end.kind === 'parameter' ? [end.start, end.name] : [end.end, end.callee]),
    end.key ?? '',
    ...frames.map(({ into }) => `${into.path}#${into.start}`),
  ].join(' ');
