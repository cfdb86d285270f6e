/**
 * Follows untrusted data inside one file: from a source through variables, calls and functions of the file to the
 * argument of a sink. Errs towards silence: what it cannot follow is not reported. Bounded in depth and steps.
 */
import type { SgNode } from '@ast-grep/napi';
import {
  type CallSite,
  collectFacts,
  describeCall,
  type FileFacts,
  findKinds,
  findScope,
  lineOf,
  memberObject,
  type Parameter,
  reaches,
  type Scope,
} from './ast-grep-bindings.ts';
import { COMPARISONS, type Grammar } from './ast-grep-grammar.ts';
import type { Taint, Vocabulary } from './rule-pack.ts';

/** A way from a source to an expression. */
export interface Trace {
  readonly kind: 'source' | 'parameter';
  readonly source: string;
  readonly sourceLine: number;
  /** Lines on the way, source first. */
  readonly lines: readonly number[];
  /** Variables it went through. */
  readonly names: readonly string[];
  /** Offsets of the uses it went through. */
  readonly offsets: readonly number[];
  /** Expressions it was part of. */
  readonly texts: readonly string[];
}

export interface FileFlow {
  /** The way by which untrusted data reaches this node, or null. */
  trace(node: SgNode, taint: Taint): Trace | null;
}

const MAX_DEPTH = 80;
const MAX_STEPS = 20_000;
const MAX_TEXT = 400;

/** Parameters that are handed in by the framework or the program itself, not by a caller with data. */
const PLUMBING =
  /^\$?(?:self|cls|this|ctx|context|req|res|request|response|next|db|conn|connection|client|cursor|cur|session|log|logger|config|conf|options|opts|settings|app|tx|pool|w|r|err|error|e|cb|callback|done|args|kwargs|stmt|statement)$/iu;
/** Declared types that cannot hold an attack. */
const HARMLESS_TYPE =
  /\b(?:u?int(?:8|16|32|64|ptr)?|long|Long|Integer|short|Short|byte|number|bool|boolean|Boolean|float(?:32|64)?|double|Double|decimal|Date|DateTime|Instant|UUID|Guid|Time|Duration|size_t)\b(?!\s*\[|\[\])/u;

/** What one rule has learnt about one file. */
interface Memory {
  readonly sources: readonly ReadonlySet<number>[];
  readonly answers: Map<string, Trace | null>;
}

export function createFileFlow(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): FileFlow {
  let facts: FileFacts | null = null;
  const sourceIds = new Map<string, ReadonlySet<number>>();
  const findSources = (name: string): ReadonlySet<number> => {
    const any = vocabulary.sources[name] ?? [];
    const ids =
      sourceIds.get(name) ?? new Set(any.length === 0 ? [] : root.findAll({ rule: { any } }).map((node) => node.id()));
    sourceIds.set(name, ids);
    return ids;
  };
  const memories = new Map<Taint, Memory>();
  const remember = (taint: Taint): Memory => {
    const sources = taint.sources.filter((name) => name !== 'parameter').map(findSources);
    const memory = memories.get(taint) ?? { sources, answers: new Map() };
    memories.set(taint, memory);
    return memory;
  };
  return {
    trace(node, taint) {
      const memory = remember(taint);
      const hasSource = memory.sources.some(({ size }) => size > 0) || taint.sources.includes('parameter');
      if (!hasSource && !vocabulary.entries) return null;
      facts ??= collectFacts(root, grammar, vocabulary.collectors);
      const trace = new Walk(facts, vocabulary, taint, memory).follow(node, 0);
      return trace && !isGuarded(trace, node, facts, [vocabulary.guards, taint.guards]) ? trace : null;
    },
  };
}

/** One question put to a file: does untrusted data reach this node? */
class Walk {
  readonly #facts: FileFacts;
  readonly #vocabulary: Vocabulary;
  readonly #taint: Taint;
  readonly #sources: readonly ReadonlySet<number>[];
  readonly #answers: Map<string, Trace | null>;
  #steps = 0;

  constructor(facts: FileFacts, vocabulary: Vocabulary, taint: Taint, memory: Memory) {
    this.#facts = facts;
    this.#vocabulary = vocabulary;
    this.#taint = taint;
    this.#sources = memory.sources;
    this.#answers = memory.answers;
  }

  follow(node: SgNode, depth: number): Trace | null {
    this.#steps += 1;
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS) return null;
    const id = node.id();
    if (this.#sources.some((ids) => ids.has(id))) return startTrace(node);
    const { grammar } = this.#facts;
    const kind = String(node.kind());
    if (grammar.opaque.includes(kind) || isComparison(node)) return null;
    if (grammar.names.includes(kind)) return this.#followName(node.text(), node, depth);
    const call = describeCall(node, grammar);
    if (call) return this.#followCall(call, depth);
    const object = memberObject(node, grammar);
    if (object) return this.#followMember(node, object, depth);
    return this.#followParts(node, depth);
  }

  #followMember(node: SgNode, object: SgNode, depth: number): Trace | null {
    const text = node.text();
    if (/\.(?:length|size|count)$/iu.test(text)) return null;
    const scope = findScope(this.#facts.scopeAt(node.range().start.index), text);
    return (scope && this.#followName(text, node, depth)) ?? this.follow(object, depth + 1);
  }

  #followParts(node: SgNode, depth: number): Trace | null {
    const decides = this.#facts.grammar.choices[String(node.kind())];
    const skipped = decides === undefined ? undefined : node.field(decides)?.id();
    for (const child of node.namedChildren()) {
      if (child.id() === skipped) continue;
      const trace = this.follow(child, depth + 1);
      if (trace) return { ...trace, texts: [...trace.texts, node.text().slice(0, MAX_TEXT)] };
    }
    return null;
  }

  #followCall(call: CallSite, depth: number): Trace | null {
    if (this.#isSanitizer(call)) return null;
    if (call.object) {
      const trace = this.follow(call.object, depth + 1);
      if (trace) return trace;
    }
    if (call.carries || this.#vocabulary.propagators.test(call.callee)) return this.#followArguments(call, depth);
    return this.#followReturns(call.callee, depth);
  }

  /** By the callee's name, or by name and first argument where the argument makes the difference. */
  #isSanitizer({ callee, arguments: [first] }: CallSite): boolean {
    const start = `${callee}(${first?.text().slice(0, MAX_TEXT) ?? ''}`;
    return [this.#vocabulary.sanitizers, this.#taint.sanitizers].some(
      (known) => known?.test(callee) || known?.test(start),
    );
  }

  #followArguments(call: CallSite, depth: number): Trace | null {
    for (const argument of call.arguments) {
      const trace = this.follow(argument, depth + 1);
      if (trace) return { ...trace, texts: [...trace.texts, call.node.text().slice(0, MAX_TEXT)] };
    }
    return null;
  }

  /** The result of a function of this file: what it returns. */
  #followReturns(callee: string, depth: number): Trace | null {
    const scope = this.#facts.scopesByName.get(callee.replace(/^(?:this|self)\./u, ''));
    if (!scope?.node || scope.start > scope.end) return null;
    return this.#once(`return ${scope.start}`, () => {
      const { node } = scope;
      if (!node) return null;
      for (const found of returnedValues(node, this.#facts)) {
        const trace = this.follow(found, depth + 1);
        if (trace && trace.kind === 'source') return trace;
      }
      return null;
    });
  }

  #followName(name: string, use: SgNode, depth: number): Trace | null {
    const offset = use.range().start.index;
    const scope = findScope(this.#facts.scopeAt(offset), name);
    if (!scope) return this.#facts.grammar.implicit ? this.#followReturns(name, depth) : null;
    const assignments = scope.assignments.get(name) ?? [];
    for (let at = assignments.length - 1; at >= 0; at -= 1) {
      const assignment = assignments[at];
      if (!assignment || assignment.from > offset) continue;
      const trace = this.#once(`${scope.start} ${name} ${assignment.from}`, () =>
        this.follow(assignment.value, depth + 1),
      );
      if (trace) return extendTrace(trace, name, assignment.line, offset);
      if (!assignment.augments && reaches(assignment, offset, this.#facts.grammar)) return null;
    }
    return this.#followParameter(name, scope, offset, depth);
  }

  #followParameter(name: string, scope: Scope, offset: number, depth: number): Trace | null {
    const parameter = scope.parameters.find((candidate) => candidate.name === name);
    if (!parameter || scope.name === null) return null;
    const fromCaller = this.#once(`parameter ${scope.start} ${name}`, () =>
      this.#followCallers(scope, parameter, depth),
    );
    if (fromCaller) return extendTrace(fromCaller, name, parameter.line, offset);
    const kind = this.#parameterKind(parameter, scope);
    return kind && { ...describeParameter(parameter, kind), offsets: [offset] };
  }

  #parameterKind(parameter: Parameter, scope: Scope): Trace['kind'] | null {
    const { sources } = this.#taint;
    if (PLUMBING.test(parameter.name) || HARMLESS_TYPE.test(parameter.text)) return null;
    const { entries } = this.#vocabulary;
    const isEntry = entries?.test(parameter.text) || entries?.test(scope.preamble);
    if (isEntry && sources.includes('http')) return 'source';
    return sources.includes('parameter') ? 'parameter' : null;
  }

  #followCallers(scope: Scope, parameter: Parameter, depth: number): Trace | null {
    for (const call of this.#facts.callsByName.get(scope.name ?? '') ?? []) {
      const argument = call.arguments[parameter.index];
      const trace = argument ? this.follow(argument, depth + 1) : null;
      if (trace?.kind === 'source') return trace;
    }
    return null;
  }

  /** Asks each question once; while it is being asked further up it has no new answer. */
  #once(key: string, ask: () => Trace | null): Trace | null {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, null);
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}

const describeParameter = ({ name, line }: Parameter, kind: Trace['kind']): Trace => ({
  kind,
  source: name,
  sourceLine: line,
  lines: [line],
  names: [name],
  offsets: [],
  texts: [],
});

const startTrace = (node: SgNode): Trace => ({
  kind: 'source',
  source: node.text(),
  sourceLine: lineOf(node),
  lines: [lineOf(node)],
  names: [],
  offsets: [node.range().start.index],
  texts: [],
});

const extendTrace = (trace: Trace, name: string, line: number, offset: number): Trace => ({
  ...trace,
  lines: trace.lines.at(-1) === line ? trace.lines : [...trace.lines, line],
  names: [...trace.names, name],
  offsets: [...trace.offsets, offset],
});

const isComparison = (node: SgNode): boolean => {
  const operator = node.field('operator');
  return operator !== null && COMPARISONS.has(operator.text());
};

function returnedValues(scope: SgNode, { grammar, scopeAt }: FileFacts): readonly SgNode[] {
  const start = scope.range().start.index;
  const returns = findKinds(scope, grammar.returns).filter((node) => scopeAt(node.range().start.index).start === start);
  const body = scope.field('body');
  const isExpression = body !== null && !grammar.blocks.includes(String(body.kind()));
  const last = grammar.implicit ? body?.namedChildren().at(-1) : undefined;
  return [...(isExpression ? [body] : []), ...(last ? [last] : []), ...returns];
}

/** Whether a test of the value stands between source and sink: around a use, or before the sink with a way out. */
function isGuarded(trace: Trace, sink: SgNode, facts: FileFacts, guards: readonly (RegExp | undefined)[]): boolean {
  const offset = sink.range().start.index;
  const names = new Set([...trace.names, trace.source]);
  return facts.conditions.some((condition) => {
    if (condition.start > offset) return false;
    const isAround = [offset, ...trace.offsets].some((at) => condition.start <= at && at <= condition.end);
    if (!isAround && !condition.exits) return false;
    const home = facts.scopeAt(condition.start);
    if (offset < home.start || offset >= home.end) return false;
    return guards.some((guard) => guard?.test(condition.text)) && mentions(condition.text, names);
  });
}

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => mentionsName(text, name));

function mentionsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w$]/u.test(text[at - 1] ?? ' ') && !/[\w$]/u.test(text[at + name.length] ?? ' ')) return true;
  return false;
}
