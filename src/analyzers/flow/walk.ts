/**
 * Follows a node backwards through variables, members, calls, callbacks and functions of its file and returns the Trace to a source of
 * the rule, or null. A Probe can take places where the flow leaves the file for sources. Silent where it cannot follow; bounded. Used by
 * flow.ts, explain.ts and open-ends.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint } from '../ast-grep/rule-schema.ts';
import { type Grammar, RECEIVER } from '../syntax/grammar.ts';
import { argumentsBehindHost, isInQuery, partsBehindHost } from './address-host.ts';
import type { AnalysisState, TaintCache } from './analysis-state.ts';
import { type FileFacts, isCovered, isSettled, reaches } from './bindings.ts';
import { argumentsFor, type CallSite, describeCall, lastName, memberKey, memberObject, readMembers } from './calls.ts';
import { fieldValues } from './composed.ts';
import { CONSTANT } from './constants.ts';
import {
  isCarrier,
  isComparison,
  isLiteral,
  isSanitizer,
  isText,
  MEASURE,
  STATEMENT,
  valueParts,
  WHOLE,
} from './expressions.ts';
import {
  calledInPlace,
  findCallsOf,
  findLocalFunctions,
  findMaker,
  isInside,
  isOwnObject,
  isPlainFunction,
  returnedValues,
} from './functions.ts';
import type { Guards } from './guards.ts';
import { type Liveness, livenessOf } from './liveness.ts';
import { isMadeOfConstants } from './own-values.ts';
import { EXPORTED, judgeParameter } from './parameters.ts';
import { isPrintedBy } from './printed-values.ts';
import { type Tracked, unwrap } from './relations.ts';
import { type Assignment, findScope, isOtherMember, isVisible, type Parameter, type Scope } from './scopes.ts';
import { type Asked, readStored, readSubscript, replaces } from './stored-values.ts';
import { extendTrace, startAtParameter, startTrace, type Trace, withClaims, withStep, withText } from './trace.ts';

const MAX_DEPTH = 80;
const MAX_STEPS = 3000;
const MAX_FILE_STEPS = 100_000;
const MAX_FRAMES = 4;
const MAX_CROSSINGS = 6;
const MAX_STEP = 160;

/** Whether more of the file's ways were left than are followed. */
export const isSpent = ({ spent }: AnalysisState): boolean => spent.steps > MAX_FILE_STEPS;

interface Frame {
  readonly call: CallSite;
  readonly scope: Scope;
}

/** Hears of every place where the way goes on in another file; what it answers true to is taken for the source. */
export interface Probe {
  parameter(scope: Scope, parameter: Parameter, key: string | null): boolean;
  call(call: CallSite, key: string | null): boolean;
  /** Hears of every check that ends a way; that takes longer. */
  stop?(stop: FlowStop): void;
}

/** What ended a way that begins at a source or leaves the file. */
export interface FlowStop {
  readonly kind: 'cleaned' | 'checked';
  /** The call that cleans, or the value that was checked, as written. */
  readonly text: string;
  readonly line: number;
  readonly source: string;
  readonly sourceLine: number;
}

export interface WalkLimits {
  readonly probe?: Probe | null;
  /** Where the function begins that a call of another file has entered. */
  readonly entered?: number | null;
}

/** Whatever is written into it, the system chooses its name. */
const TEMPORARY = /(?:^|\.)(?:Named|Spooled)?TemporaryFile\b/u;
/** Methods that lists, maps and texts have, whatever a class of the file calls its own. */
const COMMON_METHOD =
  /^(?:get|set|has|add|delete|pop|push|append|insert|remove|update|find|filter|map|join|split|replace|index|count|keys|values|items|clear|copy|sort|format|match|search|test|contains|includes|put)$/u;
/** A callback's first parameter that holds what went wrong, and no element. */
const ERROR_NAME = /^(?:err|error|er)$/u;
const OWN_OBJECT = /^(?:this|self|cls|super\(\)|super|\$this|static|parent|@?self\.class)$/u;

/** One question put to a file: does untrusted data reach this node? */
export class Walk {
  readonly #ground: AnalysisState;
  readonly #facts: FileFacts;
  readonly #grammar: Grammar;
  readonly #taint: Taint;
  readonly #sources: readonly ReadonlySet<number>[];
  readonly #answers: Map<string, Trace | null>;
  readonly #guards: Guards;
  readonly #probe: Probe | null;
  readonly #entered: number | null;
  readonly #live: Liveness;
  /** Calls whose result is being worked out, so that a parameter means the argument of that very call. */
  #frames: readonly Frame[] = [];
  #crossings = 0;
  #steps = 0;
  #isCut = false;

  constructor(
    analysis: AnalysisState,
    taint: Taint,
    memory: TaintCache,
    { probe = null, entered = null }: WalkLimits = {},
  ) {
    this.#ground = analysis;
    this.#facts = analysis.facts;
    this.#grammar = analysis.facts.grammar;
    this.#taint = taint;
    this.#sources = memory.sources;
    this.#answers = memory.answers;
    this.#guards = memory.guards;
    this.#probe = probe;
    this.#entered = entered;
    this.#live = livenessOf(analysis.facts);
  }

  /** Whether a way was left because it was too long. */
  get isCut(): boolean {
    return this.#isCut || isSpent(this.#ground);
  }

  /** Whether the node is made of constants of its function alone. */
  isConstant(node: SgNode): boolean {
    return isMadeOfConstants(node, this.#constants());
  }

  #constants(): Parameters<typeof isMadeOfConstants>[1] {
    return { facts: this.#facts, taint: this.#taint, vocabulary: this.#ground.vocabulary, live: this.#live };
  }

  /** Whether the place never runs. */
  isDead(node: SgNode): boolean {
    return this.#live.isDead(node);
  }

  /** With a key, what is asked for is that member of the node's value. */
  follow(node: SgNode, depth: number, key: string | null): Trace | null {
    this.#steps += 1;
    this.#ground.spent.steps += 1;
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS || isSpent(this.#ground)) {
      this.#isCut = true;
      return null;
    }
    if (this.#taint.printed && isPrintedBy(node, this.#taint.printed)) return null;
    const kind = String(node.kind());
    if (this.#grammar.names.includes(kind)) return this.#followNode(node, kind, depth, key);
    // A name is checked where its values are looked up.
    const trace = this.#followNode(node, kind, depth, key);
    return trace && this.#isPlace(node) ? this.#unlessProven(node, this.#asStep(node), () => trace) : trace;
  }

  #isPlace(node: SgNode): boolean {
    return memberObject(node, this.#grammar) !== null || describeCall(node, this.#grammar)?.object !== undefined;
  }

  /** An expression without a variable of its own, such as a member of the request; checks name it by its text. */
  #asStep(node: SgNode): Tracked | null {
    const text = node.text();
    if (text.length > MAX_STEP) return null;
    const root = /^[$@]?[A-Za-z_]\w*/u.exec(text)?.[0] ?? '';
    const scope = findScope(this.#facts.scopeAt(node.range().start.index), root);
    return { text, scope, from: scope?.start ?? 0 };
  }

  /** What is asked, unless checks on the way to this place settle it; a check that only claims to is noted. */
  #unlessProven(place: SgNode, step: Tracked | null, ask: () => Trace | null): Trace | null {
    // Most ways end without a source: only one that does not is worth the checks.
    const trace = ask();
    if (!trace || !step) return trace;
    const verdict = this.#guards.verdictAt(place, step);
    return verdict.isProven ? this.#stop('checked', place, step.text, trace) : withClaims(trace, verdict.claims);
  }

  #stop(kind: FlowStop['kind'], place: SgNode, text: string, { source, sourceLine }: Trace): null {
    this.#probe?.stop?.({ kind, text, line: place.range().start.line + 1, source, sourceLine });
    return null;
  }

  /** A call that cleans ends every way through it. */
  #stopAt({ node, object, arguments: given }: CallSite, depth: number, key: string | null): null {
    if (this.#probe?.stop === undefined) return null;
    const trace = this.#followAny(object ? [object, ...given] : given, depth, key);
    return trace && this.#stop('cleaned', node, node.text(), trace);
  }

  /** The trace, unless a check between it and this place settles a value it went through. */
  unlessSettled(trace: Trace | null, place: SgNode): Trace | null {
    if (!trace) return null;
    const at = place.range().start.index;
    const claims: string[] = [];
    for (const step of trace.steps) {
      if (step.scope && (at < step.scope.start || at >= step.scope.end)) continue;
      const verdict = this.#guards.verdictAt(place, { ...step, isPast: true });
      if (verdict.isProven) return this.#stop('checked', place, step.text, trace);
      claims.push(...verdict.claims);
    }
    return withClaims(trace, claims);
  }

  #followNode(node: SgNode, kind: string, depth: number, key: string | null): Trace | null {
    const id = node.id();
    const source = this.#sources.findIndex((ids) => ids.has(id));
    if (source >= 0) return this.#start(node, this.#taint.sources[source] ?? null, key);
    if (this.#grammar.opaque.includes(kind) || isComparison(node)) return null;
    if (this.#taint.asObject && isText(node, kind)) return null;
    const given = key === null ? null : this.#gives(node, key);
    if (given !== null) return this.#start(node, given, key);
    if (this.#grammar.names.includes(kind)) return this.#followName(node.text(), node, depth, key);
    const call = describeCall(node, this.#grammar);
    if (call) return this.#followCall(call, depth, key);
    const object = memberObject(node, this.#grammar);
    if (object) return this.#followMember(node, object, depth);
    if (key !== null && this.#grammar.records.includes(kind)) return this.#followRecord(node, depth, key);
    const captured = this.#followCaptured(node, kind, depth);
    if (captured) return captured;
    return this.#followParts(node, depth, key);
  }

  #start(node: SgNode, origin: string | null, key: string | null = null): Trace | null {
    const { from } = this.#taint;
    return from && !from.test(key === null ? node.text() : `${node.text()}.${key}`) ? null : startTrace(node, origin);
  }

  /** The source set of what an object of the framework holds under this key, where the rule asks for it. */
  #gives(object: SgNode, key: string): string | null {
    const role = this.#ground.roles.roleOf(object);
    return role?.members?.test(key) === true && this.#taint.sources.includes(role.source) ? role.source : null;
  }

  /** A size, or the name of a temporary file: nobody outside chooses these. */
  #isOwnFact(object: SgNode, key: string | null): boolean {
    if (key === null) return false;
    return MEASURE.test(key) || (key === 'name' && TEMPORARY.test(this.#ground.nameOf(object)));
  }

  #followMember(node: SgNode, object: SgNode, depth: number): Trace | null {
    const key = memberKey(node);
    if (this.#isOwnFact(object, key)) return null;
    const element = readSubscript(node, object, this.#facts, this.#live);
    if (element !== undefined) return this.#followEach(element, depth);
    const text = node.text();
    const scope = findScope(this.#facts.scopeAt(node.range().start.index), text);
    if (scope) {
      const trace = this.#followName(text, node, depth, null);
      if (trace || isSettled(text, scope, node, this.#grammar)) return trace;
    }
    const made = key === null ? [] : fieldValues(object, key, this.#facts);
    const trace =
      this.follow(object, depth + 1, key) ?? this.#followAny(made, depth, null) ?? this.#assumeUnseen(node, object);
    if (!trace || (key !== null && this.#taint.owned?.test(`${trace.source}.${key}`) === true)) return null;
    const told = withStep(trace, this.#asStep(node));
    return trace.source === object.text() && key !== null ? { ...told, source: text } : told;
  }

  /** A value whose origin this file does not show, for rules that ask for any value (source `value`). */
  #assume(node: SgNode): Trace | null {
    const text = node.text();
    if (!this.#taint.sources.includes('value') || CONSTANT.test(text) || STATEMENT.test(text)) return null;
    const root = /^[A-Za-z_]\w*(?=\.)/u.exec(text)?.[0];
    const isForeign = root !== undefined && memberObject(node, this.#grammar) !== null && !this.#isBound(root, node);
    return isForeign ? null : { ...startTrace(node, null), kind: 'value' };
  }

  /** The same, unless the function itself shows that nothing foreign is in it. */
  #assumeUnseen(node: SgNode, made: SgNode): Trace | null {
    if (!this.#taint.sources.includes('value')) return null;
    return isMadeOfConstants(made, this.#constants()) ? null : this.#assume(node);
  }

  /** Whether the file itself gives the name a value: a module that was imported holds the program's own. */
  #isBound(name: string, node: SgNode): boolean {
    return findScope(this.#facts.scopeAt(node.range().start.index), name) !== null;
  }

  #followRecord(node: SgNode, depth: number, key: string): Trace | null {
    for (const member of readMembers(node, key, this.#grammar)) {
      const trace = this.follow(member.value, depth + 1, member.key);
      if (trace) return trace;
    }
    return null;
  }

  /** Variables that a text takes in by name. */
  #followCaptured(node: SgNode, kind: string, depth: number): Trace | null {
    const { captures } = this.#grammar;
    const call = captures && /^(?:raw_)?string_literal$/u.test(kind) ? node.parent()?.parent() : null;
    if (!captures || !call || !captures.test(describeCall(call, this.#grammar)?.callee ?? '')) return null;
    for (const [, name = ''] of node
      .text()
      .replaceAll('{{', '')
      .matchAll(/\{([a-z_]\w*)(?::[^{}]*)?\}/gu)) {
      const trace = this.#followName(name, node, depth + 1, null);
      if (trace) return withText(trace, node);
    }
    return null;
  }

  #followParts(node: SgNode, depth: number, key: string | null): Trace | null {
    const decides = this.#grammar.choices[String(node.kind())];
    const skipped = decides === undefined ? undefined : node.field(decides)?.id();
    const behind = this.#taint.host ? partsBehindHost(node, this.#live) : null;
    for (const child of valueParts(node, this.#live)) {
      if (child.id() === skipped || behind?.has(child.id())) continue;
      const trace = this.follow(child, depth + 1, key);
      if (trace) return withText(trace, node);
    }
    return null;
  }

  #followCall(call: CallSite, depth: number, key: string | null): Trace | null {
    const stored = readStored(call, key, this.#facts, this.#live);
    if (stored !== undefined) return this.#followEach(stored, depth);
    if (isSanitizer(call, this.#taint, this.#ground.vocabulary) || this.#guards.isFilter(call))
      return this.#stopAt(call, depth, key);
    const made = findMaker(call, this.#facts);
    if (made) return this.#followAny(this.#returned(made), depth, key);
    const local = findLocalFunctions(call, this.#facts);
    // What a method of the file gives back is read there, not told by the object it belongs to.
    const isOwn = local.length > 0 && OWN_OBJECT.test(call.object?.text() ?? '');
    const received = call.object && !isOwn ? this.#followReceiver(call, call.object, depth) : null;
    if (received) return received;
    const foreign = this.#followForeign(call, local, key);
    if (foreign) return foreign;
    if (local.length > 0 && !call.carries) return this.#followReturns(call, local, depth, key);
    if (isCarrier(call, this.#taint, this.#ground.vocabulary)) {
      const trace = this.#followAny(this.#carriedBy(call), depth, key);
      return trace && withText(trace, call.node);
    }
    return isLiteral(call) ? null : this.#assumeUnseen(call.node, call.node);
  }

  /** The arguments that its result is made of, as far as they count for this sink. */
  #carriedBy(call: CallSite): readonly SgNode[] {
    const behind = this.#taint.host ? argumentsBehindHost(call, this.#live) : null;
    return behind ? call.arguments.filter((node) => !behind.has(node.id())) : call.arguments;
  }

  /** A call of what this file does not declare, or of what only bears the name of something that it does. */
  #followForeign(call: CallSite, local: readonly Scope[], key: string | null): Trace | null {
    if (this.#probe === null || call.carries) return null;
    const isNamesake =
      local.length > 0 && call.object !== null && !isOwnObject(call.object) && !this.#isOfFile(call.object, local);
    const isElsewhere = local.length === 0 && !isCarrier(call, this.#taint, this.#ground.vocabulary);
    return (isNamesake || isElsewhere) && this.#probe.call(call, key) ? startTrace(call.node, null) : null;
  }

  /** Whether the object is made or declared as one of the classes that have these methods. */
  #isOfFile(object: SgNode, methods: readonly Scope[]): boolean {
    const made = describeCall(unwrap(object), this.#grammar);
    const type = made?.carries ? made.callee : this.#ground.typeOf(object);
    const name = lastName(type.replace(/<.*$/u, ''));
    return methods.some(({ parent }) => parent?.kind === 'class' && parent.name === name);
  }

  /** What a method gives of the object it is called on. */
  #followReceiver({ node, name }: CallSite, object: SgNode, depth: number): Trace | null {
    const role = this.#ground.roles.roleOf(object);
    if (role?.calls?.test(name) && this.#taint.sources.includes(role.source)) return this.#start(node, role.source);
    const trace = this.#taint.asObject && !WHOLE.test(name) ? null : this.follow(object, depth + 1, null);
    return trace && withText(withStep(trace, this.#asStep(node)), node);
  }

  /** The result of a function of this file: what it returns, with the arguments of this call in its parameters. */
  #followReturns(call: CallSite, scopes: readonly Scope[], depth: number, key: string | null): Trace | null {
    if (this.#frames.length >= MAX_FRAMES) {
      this.#isCut = true;
      return null;
    }
    for (const scope of scopes) {
      if (this.#frames.some((frame) => frame.scope === scope)) continue;
      const trace = this.#within([...this.#frames, { call, scope }], () =>
        this.#once(`return ${scope.start} ${key ?? ''}`, () =>
          this.#cross(() => this.#followAny(this.#returned(scope), depth, key)),
        ),
      );
      if (trace) return trace;
    }
    return null;
  }

  #returned(scope: Scope): readonly SgNode[] {
    return returnedValues(scope, this.#facts).filter((node) => !this.#live.isDead(node));
  }

  #followEach(asked: readonly Asked[], depth: number): Trace | null {
    for (const { node, key } of asked) {
      const trace = this.follow(node, depth + 1, key);
      if (trace) return trace;
    }
    return null;
  }

  #followAny(nodes: readonly SgNode[], depth: number, key: string | null): Trace | null {
    for (const node of nodes) {
      const trace = this.follow(node, depth + 1, key);
      if (trace) return trace;
    }
    return null;
  }

  /** Into another function: a way through too many of them is hardly one that data takes. */
  #cross(ask: () => Trace | null): Trace | null {
    if (this.#crossings >= MAX_CROSSINGS) {
      this.#isCut = true;
      return null;
    }
    this.#crossings += 1;
    const trace = ask();
    this.#crossings -= 1;
    return trace;
  }

  #within(frames: readonly Frame[], ask: () => Trace | null): Trace | null {
    const outer = this.#frames;
    this.#frames = frames;
    const trace = ask();
    this.#frames = outer;
    return trace;
  }

  #followName(name: string, use: SgNode, depth: number, key: string | null): Trace | null {
    const offset = use.range().start.index;
    const inner = this.#facts.scopeAt(offset);
    const scope = findScope(inner, name);
    if (!scope) return this.#grammar.implicit ? this.#followBareCall(name, use, depth, key) : null;
    const given = this.#followAssigned(name, scope, use, { depth, key });
    if (given !== undefined) return given;
    const step = { text: name, scope, from: scope.start };
    return this.#unlessProven(use, step, () =>
      this.unlessSettled(this.#followParameter(name, scope, { depth, key }), use),
    );
  }

  /** What the name was given before this use, the last first; undefined where no assignment settles it. */
  #followAssigned(
    name: string,
    scope: Scope,
    use: SgNode,
    { depth, key }: { readonly depth: number; readonly key: string | null },
  ): Trace | null | undefined {
    const offset = use.range().start.index;
    const isSameFunction = this.#facts.scopeAt(offset) === scope;
    const passed: Assignment[] = [];
    const mayHold = (one: Assignment): boolean =>
      isVisible(one, offset, isSameFunction) && !isOtherMember(one, key) && !this.#live.isDead(one.statement);
    for (const assignment of (scope.assignments.get(name) ?? []).toReversed()) {
      if (!mayHold(assignment)) continue;
      const step = { text: name, scope, from: isSameFunction ? assignment.from : scope.start };
      const trace = this.#unlessProven(use, step, () =>
        this.unlessSettled(this.#followAssignment(`${scope.start} ${name}`, assignment, depth, key), use),
      );
      if (trace) return extendTrace(trace, step, assignment.line);
      if (!isSameFunction || !replaces(assignment, key)) continue;
      passed.unshift(assignment);
      if (this.#isPassed(assignment, offset) || isCovered(passed, offset, this.#grammar)) return null;
    }
    return undefined;
  }

  /** Whether a use comes after the assignment on every way that can be taken. */
  #isPassed(assignment: Assignment, offset: number): boolean {
    return reaches(assignment, offset, this.#grammar) || this.#live.surelyRuns(assignment, offset);
  }

  /** A name that no variable bears may be a call without arguments. */
  #followBareCall(name: string, node: SgNode, depth: number, key: string | null): Trace | null {
    const call = { node, callee: name, name, object: null, arguments: [], carries: false };
    const local = findLocalFunctions(call, this.#facts);
    return this.#followForeign(call, local, key) ?? this.#followReturns(call, local, depth, key);
  }

  #followAssignment(name: string, assignment: Assignment, depth: number, key: string | null): Trace | null {
    const { value, from, part } = assignment;
    if (this.#taint.host && isInQuery(assignment.statement)) return null;
    const asked = assignment.key ?? (part === null ? key : null);
    return this.#once(`${name} ${from} ${asked ?? ''} ${part ?? ''}`, () => this.follow(value, depth + 1, asked));
  }

  #followParameter(
    name: string,
    scope: Scope,
    { depth, key }: { readonly depth: number; readonly key: string | null },
  ): Trace | null {
    const parameter = scope.parameters.find((candidate) => candidate.name === name);
    if (!parameter) return null;
    const source = this.#ground.roles.sourceOf(parameter, scope);
    if (
      source !== null &&
      this.#taint.sources.includes(source) &&
      this.#taint.from?.test(parameter.key ?? name) !== false
    )
      return startAtParameter(parameter, { kind: 'source', origin: source }, scope);
    const asked = parameter.key ?? key;
    // The call of another file fills it, whatever calls of this one pass.
    const isFilled = this.#frames.length === 0 && scope.start === this.#entered;
    const given = isFilled
      ? null
      : this.#once(`parameter ${scope.start} ${name} ${asked ?? ''}`, () =>
          this.#cross(() => this.#followGiven(scope, parameter, depth, asked)),
        );
    if (given) return extendTrace(given, { text: name, scope, from: scope.start }, parameter.line);
    if (scope.name === null || this.#frames.at(-1)?.scope === scope) return null;
    const beginning = this.#probe?.parameter(scope, parameter, asked)
      ? ({ kind: 'source', origin: null } as const)
      : judgeParameter(parameter, scope, this.#taint, this.#ground);
    return beginning && startAtParameter(parameter, beginning, scope);
  }

  /** What a parameter receives: from the call under way, else from any call or iteration in the file. */
  #followGiven(scope: Scope, parameter: Parameter, depth: number, key: string | null): Trace | null {
    const frame = this.#frames.at(-1);
    if (frame?.scope === scope)
      return this.#within(this.#frames.slice(0, -1), () =>
        this.#followPassed(frame.call, scope, parameter, { depth, key }),
      );
    const calls = scope.name === null ? calledInPlace(scope, this.#facts) : this.#facts.callsByName.get(scope.name);
    let exported: Trace | null = null;
    for (const call of (calls ?? []).filter((each) => !this.#live.isDead(each.node) && !this.#isForeign(each, scope))) {
      const trace = this.#followPassed(call, scope, parameter, { depth, key });
      if (trace?.kind === 'source') return trace;
      // What others pass to an exported function it may hand on to one that is not.
      if (trace?.kind === 'parameter' && trace.origin !== null && this.#taint.sources.includes(EXPORTED))
        exported ??= trace;
    }
    if (exported) return exported;
    for (const { call, index } of scope.registrations) {
      const trace =
        this.#followIterated(call, index, parameter, depth) ?? this.#followCalledBack(call, index, parameter, depth);
      if (trace) return trace;
    }
    return null;
  }

  /**
   * `headers.get(name)` calls no method of a class of the file, though that has a `get` too, and no plain function; what an import holds
   * is of another file.
   */
  #isForeign({ name, object }: CallSite, scope: Scope): boolean {
    if (object && (isPlainFunction(scope) || this.#ground.isImported(object.text()))) return true;
    const home = scope.parent?.kind === 'class' ? scope.parent.name : null;
    if (home === null || !object || !COMMON_METHOD.test(name) || OWN_OBJECT.test(object.text())) return false;
    const receiver = `${this.#ground.nameOf(object)} ${this.#ground.typeOf(object)} ${object.text()}`.toLowerCase();
    const words = home.split(/(?<=[a-z\d])(?=[A-Z])|_/u).map((word) => word.toLowerCase());
    return !words.some((word) => word.length > 2 && receiver.includes(word));
  }

  #followPassed(
    call: CallSite,
    scope: Scope,
    parameter: Parameter,
    { depth, key }: { readonly depth: number; readonly key: string | null },
  ): Trace | null {
    const receiver = RECEIVER.test(scope.parameters[0]?.name ?? '') ? 1 : 0;
    return this.#followAny(argumentsFor(call, parameter, receiver), depth, key);
  }

  /** `list.map(item => …)`, `each(list, item => …)`: an element of what is iterated. */
  #followIterated(call: CallSite, index: number, parameter: Parameter, depth: number): Trace | null {
    if (!this.#ground.vocabulary.iterators.test(call.callee)) return null;
    const isFold = /reduce|inject|fold/iu.test(call.name);
    if (parameter.index > (isFold ? 1 : 0) || ERROR_NAME.test(parameter.name)) return null;
    const iterated = index > 0 ? call.arguments.slice(0, index) : call.arguments.slice(1, 2);
    return this.#followAny(call.object ? [call.object, ...iterated] : iterated, depth, null);
  }

  /** A function of this file that calls back the function it was given. */
  #followCalledBack(call: CallSite, index: number, parameter: Parameter, depth: number): Trace | null {
    if (this.#frames.length >= MAX_FRAMES) return null;
    for (const scope of findLocalFunctions(call, this.#facts)) {
      const callback = scope.parameters.find((candidate) => candidate.index === index);
      const candidates = callback ? findCallsOf(callback.name, this.#facts) : [];
      this.#ground.spent.steps += candidates.length;
      const inside = candidates.filter((candidate) => isInside(candidate, scope));
      const passed = inside.flatMap((inner) => inner.arguments[parameter.index] ?? []);
      const trace = this.#within([...this.#frames, { call, scope }], () => this.#followAny(passed, depth, null));
      if (trace) return trace;
    }
    return null;
  }

  /** Asks each question once per chain of calls; while it is being asked further up it has no new answer. */
  #once(question: string, ask: () => Trace | null): Trace | null {
    const key = `${this.#entered ?? ''} ${this.#frames.map(({ call }) => call.node.id()).join(' ')}|${question}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, null);
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}
