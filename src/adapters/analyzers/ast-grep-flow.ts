/**
 * Follows untrusted data inside one file: from a source through variables, members, calls, callbacks and functions of the
 * file to the argument of a sink. Errs towards silence: what it cannot follow is not reported. Bounded in depth and steps.
 */
import type { SgNode } from '@ast-grep/napi';
import { collectFacts, type FileFacts, reaches } from './ast-grep-bindings.ts';
import {
  argumentsFor,
  beginOf,
  type CallSite,
  describeCall,
  findKinds,
  memberKey,
  memberObject,
  readMembers,
} from './ast-grep-calls.ts';
import { COMPARISONS, type Grammar, RECEIVER } from './ast-grep-grammar.ts';
import { collectImports, createFullNames, type FullName } from './ast-grep-names.ts';
import { Roles } from './ast-grep-roles.ts';
import { type Assignment, findClass, findScope, type Parameter, type Scope } from './ast-grep-scopes.ts';
import { extendTrace, isGuarded, startAtParameter, startTrace, type Trace, withText } from './ast-grep-trace.ts';
import { readValue } from './ast-grep-values.ts';
import type { Taint, Vocabulary } from './rule-pack.ts';

export interface FileFlow {
  /** True where the file had more ways for data than were followed. */
  readonly isCutShort: boolean;
  /** The way by which untrusted data reaches this node, or null. */
  trace(node: SgNode, taint: Taint): Trace | null;
  /** What an expression is called in full. */
  nameOf(node: SgNode): string;
  /** Its value, where the file writes it down. */
  literalOf(node: SgNode): string;
  /** The text of the outermost function around it, else of the file. */
  textAround(node: SgNode): string;
}

const MAX_DEPTH = 80;
const MAX_STEPS = 3000;
const MAX_FILE_STEPS = 100_000;
const MAX_FRAMES = 4;
const MAX_CROSSINGS = 6;
const MAX_NAMESAKES = 4;

/** Parameters that are handed in by the framework or the program itself, not by a caller with data. */
const PLUMBING =
  /^\$?(?:self|cls|this|ctx|context|req|res|request|response|next|db|conn|connection|client|cursor|cur|session|log|logger|config|conf|options|opts|settings|app|tx|pool|w|r|err|error|e|cb|callback|done|args|kwargs|stmt|statement)$/iu;
/** Declared types that cannot hold an attack. */
const HARMLESS_TYPE =
  /\b(?:u?int(?:8|16|32|64|ptr)?|long|Long|Integer|short|Short|byte|number|bool|boolean|Boolean|float(?:32|64)?|double|Double|decimal|Date|DateTime|Instant|UUID|Guid|Time|Duration|size_t)\b(?!\s*\[|\[\])/u;
/** Members that say how much there is, not what. */
const MEASURE = /^(?:length|size|count|byteLength)$/iu;

/** Written like a constant: what it holds was decided by the program. */
const CONSTANT = /^[A-Z][A-Z0-9_]*\b|\.[A-Z][A-Z0-9_]+$/u;

/** Methods whose result is made of what the function given to them returns. */
const TRANSFORMERS = /^(?:map|flatMap|then|reduce|reduceRight)$/u;

/** Calls that give a text whatever they are given. */
const TEXTUAL =
  /^(?:String|decodeURI\w*|unescape|atob|btoa|str|repr)$|\.(?:join|concat|replace\w*|pad\w+|stringify|format|toString)$/u;

/** What one rule has learnt about one file. */
interface Memory {
  readonly sources: readonly ReadonlySet<number>[];
  readonly answers: Map<string, Trace | null>;
}

/** What every question to a file shares. */
interface Ground {
  readonly facts: FileFacts;
  readonly roles: Roles;
  readonly nameOf: FullName;
  readonly vocabulary: Vocabulary;
  readonly exported: ReadonlySet<string> | null;
  readonly spent: { steps: number };
}

export function createFileFlow(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): FileFlow {
  let ground: Ground | null = null;
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
    const known = memories.get(taint);
    if (known) return known;
    const sources = taint.sources.map(findSources);
    const memory = { sources, answers: new Map() };
    memories.set(taint, memory);
    return memory;
  };
  const prepare = (): Ground => {
    const facts = collectFacts(root, grammar, vocabulary.collectors);
    const exported = vocabulary.exports ? readExports(root.text(), vocabulary.exports) : null;
    const imports = collectImports(root, grammar);
    const plainNames = createFullNames(imports, facts, () => null);
    const roles = new Roles(facts, vocabulary, plainNames);
    const nameOf = createFullNames(imports, facts, (node) => roles.nameOf(node));
    return { facts, vocabulary, exported, nameOf, roles, spent: { steps: 0 } };
  };
  return {
    nameOf(node) {
      ground ??= prepare();
      return ground.nameOf(node);
    },
    literalOf(node) {
      ground ??= prepare();
      return readValue(node, ground.facts);
    },
    textAround(node) {
      ground ??= prepare();
      let scope = ground.facts.scopeAt(node.range().start.index);
      while (scope.parent?.kind === 'function') scope = scope.parent;
      return scope.node.text();
    },
    get isCutShort() {
      return ground !== null && ground.spent.steps > MAX_FILE_STEPS;
    },
    trace(node, taint) {
      ground ??= prepare();
      const trace = new Walk(ground, taint, remember(taint)).follow(node, 0, null);
      if (!trace) return null;
      const isReady = taint.checked && [...trace.texts, node.text()].some((text) => taint.checked?.after.test(text));
      const guards = [vocabulary.guards, taint.guards, isReady ? taint.checked?.by : undefined];
      return isGuarded(trace, node, ground.facts, guards) ? null : trace;
    },
  };
}

function readExports(text: string, pattern: RegExp): ReadonlySet<string> {
  const names = [...text.matchAll(new RegExp(pattern, 'gu'))].flatMap(([, ...groups]) => groups);
  return new Set(names.flatMap((group) => group?.match(/[\w$]+/gu) ?? []));
}

interface Frame {
  readonly call: CallSite;
  readonly scope: Scope;
}

/** One question put to a file: does untrusted data reach this node? */
class Walk {
  readonly #ground: Ground;
  readonly #facts: FileFacts;
  readonly #grammar: Grammar;
  readonly #vocabulary: Vocabulary;
  readonly #taint: Taint;
  readonly #sources: readonly ReadonlySet<number>[];
  readonly #answers: Map<string, Trace | null>;
  /** Calls whose result is being worked out, so that a parameter means the argument of that very call. */
  #frames: readonly Frame[] = [];
  #crossings = 0;
  #steps = 0;

  constructor(ground: Ground, taint: Taint, memory: Memory) {
    this.#ground = ground;
    this.#facts = ground.facts;
    this.#grammar = ground.facts.grammar;
    this.#vocabulary = ground.vocabulary;
    this.#taint = taint;
    this.#sources = memory.sources;
    this.#answers = memory.answers;
  }

  /** With a key, what is asked for is that member of the node's value. */
  follow(node: SgNode, depth: number, key: string | null): Trace | null {
    this.#steps += 1;
    this.#ground.spent.steps += 1;
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS || this.#ground.spent.steps > MAX_FILE_STEPS) return null;
    const id = node.id();
    if (this.#sources.some((ids) => ids.has(id))) return this.#start(node, key);
    const kind = String(node.kind());
    if (this.#grammar.opaque.includes(kind) || isComparison(node)) return null;
    if (this.#taint.asObject && isText(node, kind)) return null;
    if (key !== null && this.#gives(node, key)) return this.#start(node, key);
    if (this.#grammar.names.includes(kind)) return this.#followName(node.text(), node, depth, key);
    const call = describeCall(node, this.#grammar);
    if (call) return this.#followCall(call, depth, key);
    const object = memberObject(node, this.#grammar);
    if (object) return this.#followMember(node, object, depth);
    if (key !== null && this.#grammar.records.includes(kind)) return this.#followRecord(node, depth, key);
    return this.#followParts(node, depth, key);
  }

  #start(node: SgNode, key: string | null = null): Trace | null {
    const { from } = this.#taint;
    return from && !from.test(key === null ? node.text() : `${node.text()}.${key}`) ? null : startTrace(node);
  }

  /** Whether an object of the framework holds untrusted data under this key. */
  #gives(object: SgNode, key: string): boolean {
    const role = this.#ground.roles.roleOf(object);
    return role?.members?.test(key) === true && this.#taint.sources.includes(role.source);
  }

  #followMember(node: SgNode, object: SgNode, depth: number): Trace | null {
    const key = memberKey(node);
    if (key !== null && MEASURE.test(key)) return null;
    const text = node.text();
    const scope = findScope(this.#facts.scopeAt(node.range().start.index), text);
    if (scope) {
      const trace = this.#followName(text, node, depth, null);
      if (trace || this.#isSettled(text, scope, node)) return trace;
    }
    const trace = this.follow(object, depth + 1, key) ?? this.#assume(node);
    return trace?.source === object.text() && key !== null ? { ...trace, source: text } : trace;
  }

  /** A value whose origin this file does not show, for rules that ask for any value (source `value`). */
  #assume(node: SgNode): Trace | null {
    if (!this.#taint.sources.includes('value') || CONSTANT.test(node.text())) return null;
    return { ...startTrace(node), kind: 'value' };
  }

  /** Whether the member was surely given another value before this use. */
  #isSettled(text: string, scope: Scope, use: SgNode): boolean {
    const offset = use.range().start.index;
    return (scope.assignments.get(text) ?? []).some(
      (assignment) => !assignment.augments && assignment.from <= offset && reaches(assignment, offset, this.#grammar),
    );
  }

  #followRecord(node: SgNode, depth: number, key: string): Trace | null {
    for (const member of readMembers(node, key, this.#grammar)) {
      const trace = this.follow(member.value, depth + 1, member.key);
      if (trace) return trace;
    }
    return null;
  }

  #followParts(node: SgNode, depth: number, key: string | null): Trace | null {
    const decides = this.#grammar.choices[String(node.kind())];
    const skipped = decides === undefined ? undefined : node.field(decides)?.id();
    for (const child of node.namedChildren()) {
      if (child.id() === skipped) continue;
      const trace = this.follow(child, depth + 1, key);
      if (trace) return withText(trace, node);
    }
    return null;
  }

  #followCall(call: CallSite, depth: number, key: string | null): Trace | null {
    if (this.#isSanitizer(call)) return null;
    const made = this.#madeBy(call);
    if (made) return this.#followAny(returnedValues(made, this.#facts), depth, key);
    if (call.object) {
      const role = this.#ground.roles.roleOf(call.object);
      if (role?.calls?.test(call.name) && this.#taint.sources.includes(role.source)) return this.#start(call.node);
      const trace = this.#taint.asObject ? null : this.follow(call.object, depth + 1, null);
      if (trace) return withText(trace, call.node);
    }
    const local = this.#localFunctions(call);
    if (local.length > 0 && !call.carries) return this.#followReturns(call, local, depth, key);
    if (this.#carries(call)) return this.#followArguments(call, depth, key);
    return isLiteral(call) ? null : this.#assume(call.node);
  }

  #carries({ carries, callee }: CallSite): boolean {
    if (this.#taint.asObject && TEXTUAL.test(callee)) return false;
    return carries || this.#vocabulary.propagators.test(callee) || this.#taint.passes?.test(callee) === true;
  }

  /** The function written into a call such as `list.map(x => …)` whose result is made of what it returns. */
  #madeBy(call: CallSite): Scope | null {
    if (!TRANSFORMERS.test(call.name) || !call.object) return null;
    const inline = call.arguments.find((argument) => this.#grammar.functions.includes(String(argument.kind())));
    return inline ? this.#facts.scopeAt(inline.range().start.index) : null;
  }

  /** By the callee's name, or by name and first argument where the argument makes the difference. */
  #isSanitizer(call: CallSite): boolean {
    const known = [this.#vocabulary.sanitizers, this.#taint.sanitizers];
    const begin = beginOf(call);
    if (this.#taint.passes?.test(call.callee)) return false;
    return known.some((pattern) => pattern?.test(call.callee) || pattern?.test(begin));
  }

  #followArguments(call: CallSite, depth: number, key: string | null): Trace | null {
    const trace = this.#followAny(call.arguments, depth, key);
    return trace && withText(trace, call.node);
  }

  /** Functions of this file that a call may mean: by plain name, or as a method of the own object or of a local class. */
  #localFunctions(call: CallSite): readonly Scope[] {
    const named = this.#facts.scopesByName.get(call.name);
    if (!named || named.length > MAX_NAMESAKES) return [];
    if (call.object === null) return named;
    const home = findClass(this.#facts.scopeAt(call.node.range().start.index));
    if (/^(?:this|self|\$this|super\(\))$/u.test(call.object.text()))
      return named.filter((scope) => home === null || scope.parent === home || scope.parent?.kind !== 'class');
    return named;
  }

  /** The result of a function of this file: what it returns, with the arguments of this call in its parameters. */
  #followReturns(call: CallSite, scopes: readonly Scope[], depth: number, key: string | null): Trace | null {
    if (this.#frames.length >= MAX_FRAMES) return null;
    for (const scope of scopes) {
      if (this.#frames.some((frame) => frame.scope === scope)) continue;
      const trace = this.#within([...this.#frames, { call, scope }], () =>
        this.#once(`return ${scope.start} ${key ?? ''}`, () =>
          this.#cross(() => this.#followAny(returnedValues(scope, this.#facts), depth, key)),
        ),
      );
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
    if (this.#crossings >= MAX_CROSSINGS) return null;
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
    const assignments = scope.assignments.get(name) ?? [];
    for (const assignment of assignments.toReversed()) {
      if (!isVisible(assignment, offset, inner === scope) || isOtherMember(assignment, key)) continue;
      const trace = this.#followAssignment(`${scope.start} ${name}`, assignment, depth, key);
      if (trace) return extendTrace(trace, name, assignment.line, offset);
      if (!assignment.augments && inner === scope && reaches(assignment, offset, this.#grammar)) return null;
    }
    return this.#followParameter(name, scope, offset, { depth, key });
  }

  /** A name that no variable bears may be a call without arguments. */
  #followBareCall(name: string, node: SgNode, depth: number, key: string | null): Trace | null {
    const call = { node, callee: name, name, object: null, arguments: [], carries: false };
    return this.#followReturns(call, this.#localFunctions(call), depth, key);
  }

  #followAssignment(name: string, assignment: Assignment, depth: number, key: string | null): Trace | null {
    const { value, from, part } = assignment;
    const asked = assignment.key ?? (part === null ? key : null);
    return this.#once(`${name} ${from} ${asked ?? ''} ${part ?? ''}`, () => this.follow(value, depth + 1, asked));
  }

  #followParameter(
    name: string,
    scope: Scope,
    offset: number,
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
      return { ...startAtParameter(parameter, 'source'), offsets: [offset] };
    const asked = parameter.key ?? key;
    const given = this.#once(`parameter ${scope.start} ${name} ${asked ?? ''}`, () =>
      this.#cross(() => this.#followGiven(scope, parameter, depth, asked)),
    );
    if (given) return extendTrace(given, name, parameter.line, offset);
    const kind =
      scope.name === null || this.#frames.at(-1)?.scope === scope ? null : this.#parameterKind(parameter, scope);
    return kind && { ...startAtParameter(parameter, kind), offsets: [offset] };
  }

  #parameterKind(parameter: Parameter, scope: Scope): Trace['kind'] | null {
    const { sources } = this.#taint;
    if (PLUMBING.test(parameter.name) || HARMLESS_TYPE.test(parameter.text)) return null;
    const { entries } = this.#vocabulary;
    const isEntry = entries?.test(parameter.text) || entries?.test(scope.preamble);
    if (isEntry && sources.includes('http')) return 'source';
    if (sources.includes('parameter') || sources.includes('value')) return 'parameter';
    return sources.includes('exported') && this.#isExported(scope) ? 'parameter' : null;
  }

  /** Whether other files can call the function: it or its class is named by an export. */
  #isExported(scope: Scope): boolean {
    const { exported } = this.#ground;
    if (exported === null) return true;
    const home = scope.parent?.kind === 'class' ? scope.parent.name : null;
    return [scope.name, home].some((name) => name !== null && (name === 'exports' || exported.has(name)));
  }

  /** What a parameter receives: from the call under way, else from any call or iteration in the file. */
  #followGiven(scope: Scope, parameter: Parameter, depth: number, key: string | null): Trace | null {
    const frame = this.#frames.at(-1);
    if (frame?.scope === scope)
      return this.#within(this.#frames.slice(0, -1), () =>
        this.#followPassed(frame.call, scope, parameter, { depth, key }),
      );
    const calls = scope.name === null ? calledInPlace(scope, this.#facts) : this.#facts.callsByName.get(scope.name);
    for (const call of calls ?? []) {
      const trace = this.#followPassed(call, scope, parameter, { depth, key });
      if (trace?.kind === 'source') return trace;
    }
    for (const { call, index } of scope.registrations) {
      const trace =
        this.#followIterated(call, index, parameter, depth) ?? this.#followCalledBack(call, index, parameter, depth);
      if (trace) return trace;
    }
    return null;
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
    if (!this.#vocabulary.iterators.test(call.callee)) return null;
    const isFold = /reduce|inject|fold/iu.test(call.name);
    if (parameter.index > (isFold ? 1 : 0)) return null;
    const iterated = index > 0 ? call.arguments.slice(0, index) : call.arguments.slice(1, 2);
    return this.#followAny(call.object ? [call.object, ...iterated] : iterated, depth, null);
  }

  /** A function of this file that calls back the function it was given. */
  #followCalledBack(call: CallSite, index: number, parameter: Parameter, depth: number): Trace | null {
    if (this.#frames.length >= MAX_FRAMES) return null;
    for (const scope of this.#localFunctions(call)) {
      const callback = scope.parameters.find((candidate) => candidate.index === index);
      const candidates = this.#facts.callsByName.get(callback?.name ?? '') ?? [];
      this.#ground.spent.steps += candidates.length;
      const inside = candidates.filter(({ node }) => {
        const at = node.range().start.index;
        return at >= scope.start && at < scope.end;
      });
      const passed = inside.flatMap((inner) => inner.arguments[parameter.index] ?? []);
      const trace = this.#within([...this.#frames, { call, scope }], () => this.#followAny(passed, depth, null));
      if (trace) return trace;
    }
    return null;
  }

  /** Asks each question once per chain of calls; while it is being asked further up it has no new answer. */
  #once(question: string, ask: () => Trace | null): Trace | null {
    const key = `${this.#frames.map(({ call }) => call.node.id()).join(' ')}|${question}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, null);
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}

/** A closure may run at any time, so it sees every value its outer variables take. */
const isVisible = ({ from }: Assignment, offset: number, isSameFunction: boolean): boolean =>
  !isSameFunction || from <= offset;

const isOtherMember = ({ part }: Assignment, key: string | null): boolean =>
  part !== null && key !== null && part !== '*' && part !== key;

/** Values that are put together to a text. */
const isText = (node: SgNode, kind: string): boolean =>
  /template|interpolat|^string/u.test(kind) || (/^binary/u.test(kind) && node.field('operator')?.text() === '+');

const isComparison = (node: SgNode): boolean => {
  const operator = node.field('operator');
  return operator !== null && COMPARISONS.has(operator.text());
};

const isLiteral = ({ object, callee }: CallSite): boolean =>
  object?.is('string') === true || /^\w{0,2}['"]/u.test(callee);

/** A file is asked for the results of the same function by many rules. */
const returned = new WeakMap<Scope, readonly SgNode[]>();

function returnedValues(scope: Scope, facts: FileFacts): readonly SgNode[] {
  const known = returned.get(scope) ?? findReturned(scope, facts);
  returned.set(scope, known);
  return known;
}

function findReturned({ node: whole }: Scope, { grammar, scopeAt }: FileFacts): readonly SgNode[] {
  const start = whole.range().start.index;
  const returns = findKinds(whole, grammar.returns).filter((node) => scopeAt(node.range().start.index).start === start);
  const body = whole.field('body');
  const isExpression = body !== null && !grammar.blocks.includes(String(body.kind()));
  const last = grammar.implicit ? body?.namedChildren().at(-1) : undefined;
  return [...(isExpression ? [body] : []), ...(last ? [last] : []), ...returns];
}

/** `(function (x) { … })(value)`: the calls of a function at the very place where it is written. */
function calledInPlace(scope: Scope, { grammar }: FileFacts): readonly CallSite[] {
  let node = scope.node.parent();
  if (node?.is('parenthesized_expression')) node = node.parent();
  const call = node ? describeCall(node, grammar) : null;
  return call && !call.arguments.some((argument) => argument.id() === scope.node.id()) ? [call] : [];
}
