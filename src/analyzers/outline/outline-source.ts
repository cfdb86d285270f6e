/**
 * Makes a SourceOutline of a source file with one search over its syntax tree: functions, classes, calls, imports, exports, bindings,
 * decorators with their places. Null where a file cannot be outlined; never throws. Used by access.ts, project-flow/join-project.ts,
 * wiring/agent-tools.ts and wiring/audit-ports.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type {
  OutlineArgument,
  OutlineBinding,
  OutlineCall,
  OutlineClass,
  OutlineDecorator,
  OutlineExport,
  OutlineFunction,
  OutlineImport,
  OutlineSource,
  OutlineSpan,
  SourceOutline,
} from '../../ports/outline.ts';
import { append } from '../../protocol/collections/get-or-add.ts';
import { splitList } from '../../protocol/text/split-list.ts';
import { readField } from '../flow/calls.ts';
import { dropTypeArguments } from '../flow/type-arguments.ts';
import { shortenSourceMap } from '../source-text/inline-source-map.ts';
import type { Call, Grammar } from '../syntax/grammar.ts';
import { GRAMMARS } from '../syntax/grammars.ts';
import { loadParser, type Parse } from '../syntax/languages.ts';
import { isPackedCode, isTextTooDeep, isTreeTooDeep, mayBeDeep } from '../syntax/limits.ts';
import { RULE_FAMILIES, type RuleFamily, type RuleLanguage } from '../syntax/rule-families.ts';
import { readAssignedExport, readExports, readImports, readRequire } from './outline-imports.ts';
import { findOwners } from './outline-owners.ts';
import { OUTLINE_SYNTAX, OUTSIDE_NAMES, type OutlineSyntax } from './outline-syntax.ts';
import {
  classifyArgument,
  plainType,
  readLiteral,
  readParameterList,
  splitKeyword,
  squeezeCallee,
} from './outline-text.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_NODES = 40_000;
const MAX_TEXT = 4_000;
const MAX_HEAD = 120;
const MAX_ARGUMENTS = 20;

export interface OutlineOptions {
  /** Told of every text that was parsed, in characters: trees lie where the engine does not see them. */
  readonly relieve?: (characters: number) => void;
}

export async function createOutlineSource({ relieve = () => undefined }: OutlineOptions = {}): Promise<OutlineSource> {
  const parse = await loadParser();
  return (source) => {
    const { path, language, text } = shortenSourceMap(source);
    const isKnown = language !== null && Object.hasOwn(RULE_FAMILIES, language);
    if (!isKnown || text.length > MAX_CHARACTERS || isPackedCode(text) || isTextTooDeep(text)) return null;
    try {
      return outline(parse, { path, language: language as RuleLanguage, text });
    } catch {
      return null;
    } finally {
      relieve(text.length);
    }
  };
}

interface Source {
  readonly path: string;
  readonly language: RuleLanguage;
  readonly text: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Decorated = OutlineSpan & {
  decorators: readonly OutlineDecorator[];
  readonly head: number;
  readonly nameEnd: number;
};
type PlacedDecorator = OutlineDecorator & OutlineSpan;

interface Draft {
  readonly text: string;
  readonly family: RuleFamily;
  readonly grammar: Grammar;
  readonly syntax: OutlineSyntax;
  readonly functions: (Mutable<OutlineFunction> & Decorated)[];
  readonly classes: (Mutable<OutlineClass> & Decorated)[];
  readonly calls: Mutable<OutlineCall>[];
  readonly decorators: PlacedDecorator[];
  readonly imports: OutlineImport[];
  readonly exports: OutlineExport[];
  readonly bindings: Mutable<OutlineBinding>[];
  /** Names of functions by the offset at which the function begins. */
  readonly names: Map<number, string>;
  packageName: string;
}

function outline(parse: Parse, { path, language, text }: Source): SourceOutline | null {
  const family = RULE_FAMILIES[language];
  const syntax = OUTLINE_SYNTAX[language];
  const grammar = GRAMMARS[family];
  if (!syntax || !grammar) return null;
  const plain = parse(language, text);
  if (mayBeDeep(text) && isTreeTooDeep(plain)) return null;
  // `one[string](sql)` is a conversion to Go's grammar.
  const root = language === 'go' ? dropTypeArguments(plain, parse, language, text) : plain;
  const readers = createReaders(grammar, syntax);
  const nodes = root.findAll({ rule: { any: [...readers.keys()].map((kind) => ({ kind })) } });
  const draft: Draft = {
    text,
    family,
    grammar,
    syntax,
    functions: [],
    classes: [],
    calls: [],
    decorators: [],
    imports: [],
    exports: [],
    bindings: [],
    names: new Map(),
    packageName: '',
  };
  for (const node of nodes.slice(0, MAX_NODES)) {
    const kind = String(node.kind());
    for (const read of readers.get(kind) ?? []) read(draft, node, kind);
  }
  return finish(draft, path, language, Math.max(0, nodes.length - MAX_NODES));
}

type Reader = (draft: Draft, node: SgNode, kind: string) => void;

function createReaders(grammar: Grammar, syntax: OutlineSyntax): ReadonlyMap<string, readonly Reader[]> {
  const readers = new Map<string, Reader[]>();
  const add = (kinds: readonly string[], reader: Reader): void => {
    for (const kind of kinds) append(readers, kind, reader);
  };
  add(grammar.functions, readFunction);
  add(syntax.classes, readClass);
  add(
    grammar.calls.map(({ kind }) => kind),
    readCall,
  );
  add(syntax.decorators, readDecorator);
  add(Object.keys(syntax.bindings), readBinding);
  add(Object.keys(syntax.naming), readNaming);
  add(syntax.imports, (draft, node) => {
    const span = spanOf(node);
    draft.imports.push(...readImports(cut(draft, span, 20_000), draft.family, span.line));
  });
  add(syntax.exports, (draft, node) => {
    const span = spanOf(node);
    draft.exports.push(...readExports(cut(draft, span, 2_000), span.line));
  });
  add(syntax.packages, (draft, node) => {
    draft.packageName ||= /^(?:package|namespace)\s+([\w.\\]+)/u.exec(cut(draft, spanOf(node), 300))?.[1] ?? '';
  });
  return readers;
}

function spanOf(node: SgNode): OutlineSpan {
  const { start, end } = node.range();
  return { start: start.index, end: end.index, line: start.line + 1, endLine: end.line + 1 };
}

const cut = ({ text }: Draft, { start, end }: Pick<OutlineSpan, 'start' | 'end'>, limit: number): string =>
  text.slice(start, Math.min(end, start + limit));

function readFunction(draft: Draft, node: SgNode): void {
  const span = spanOf(node);
  const named = node.field('name') ?? node.field('declarator');
  const body = node.field('body')?.range().start.index ?? span.end;
  const at = named ? spanOf(named) : null;
  const head = cut(draft, { start: span.start, end: at?.start ?? Math.min(body, span.start + 40) }, 400);
  const list = readList(draft, node, span);
  const receiver = draft.family === 'go' ? GO_RECEIVER.exec(head) : null;
  draft.functions.push({
    ...span,
    head: body,
    nameEnd: at?.end ?? span.end,
    name: at ? readFunctionName(cut(draft, at, 200)) : '',
    parameters: readParameterList(list, draft.family),
    decorators: [],
    classIndex: -1,
    className: receiver?.[2] ?? '',
    receiver: receiver?.[1] ?? '',
    owner: -1,
    modifiers:
      head
        .replace(/[@[#][^\n]*\n/gu, '')
        .match(/\b(?:public|private|protected|internal|static|async|abstract|override)\b/gu) ?? [],
  });
}

/** Parameters as written; those of a Ruby block stand between bars. */
function readList(draft: Draft, node: SgNode, span: OutlineSpan): string {
  const found = (node.field('parameters') ?? node.field('parameter'))?.range();
  if (found) return cut(draft, { start: found.start.index, end: found.end.index }, 4_000);
  return draft.family === 'ruby' ? (/^(?:do|\{)\s*\|([^|]*)\|/u.exec(cut(draft, span, 300))?.[1] ?? '') : '';
}

const GO_RECEIVER = /^func\s*\(\s*(?:(\w+)\s+)?\*?\s*(\w+)(?:\[[^\]]*\])?\s*\)/u;

const readFunctionName = (text: string): string => text.replace(/\([\s\S]*$/u, '').replace(/^[*&\s]+/u, '');

function readClass(draft: Draft, node: SgNode): void {
  const span = spanOf(node);
  const named = node.field('name');
  const body = node.field('body')?.range().start.index ?? span.end;
  const at = named ? spanOf(named) : null;
  if (draft.family === 'go' && !/^\w+\s*(?:\[[^\]]*\]\s*)?(?:struct|interface)\b/u.test(cut(draft, span, 200))) return;
  const heritage = draft.text.slice(
    at?.end ?? span.start,
    Math.min(draft.family === 'python' ? body : Math.min(body, span.end), (at?.end ?? span.start) + 600),
  );
  // What a constructor of Kotlin is given, or gives to the class above, is no base.
  const above = draft.family === 'kotlin' ? dropBrackets(heritage) : heritage;
  const words = above.replace(/<[^<>]*>|\{[\s\S]*$/gu, '').match(/[\w$.:\\]+/gu) ?? [];
  draft.classes.push({
    ...span,
    head: body,
    nameEnd: at?.end ?? span.end,
    name: at ? cut(draft, at, 200) : '',
    bases: [
      ...(draft.family === 'go' ? [] : words.filter((word) => !NO_BASE.test(word))),
      ...readMixins(draft, { start: body, end: span.end }),
    ],
    decorators: [],
  });
}

function dropBrackets(text: string): string {
  const plain = text.replace(/\([^()]*\)?/gu, '');
  return plain === text ? text : dropBrackets(plain);
}

const NO_BASE = /^(?:extends|implements|class|:|where|new)$/u;
/** `use Trait;` of PHP, `include Module` of Ruby, an embedded type of Go: methods that a class has from elsewhere. */
const MIXINS: Partial<Record<RuleFamily, RegExp>> = {
  php: /^[ \t]*use\s+([\w\\, \t]+)[;{]/gmu,
  ruby: /^[ \t]*(?:include|prepend|extend)[ \t(]+([\w:, \t]+)/gmu,
  go: /^[ \t]*\*?([\w.]+)[ \t]*$/gmu,
};
const MAX_MIXED = 3_000;

const readMixins = (draft: Draft, body: Pick<OutlineSpan, 'start' | 'end'>): readonly string[] => {
  const pattern = MIXINS[draft.family];
  if (pattern === undefined) return [];
  return [...cut(draft, body, MAX_MIXED).matchAll(pattern)].flatMap(
    ([, names = '']) => names.match(/[\w.:\\]+/gu) ?? [],
  );
};

function readArguments(draft: Draft, holder: SgNode | null): readonly OutlineArgument[] {
  if (!holder) return [];
  return holder
    .namedChildren()
    .slice(0, MAX_ARGUMENTS)
    .flatMap((node) => {
      const outer = String(node.kind());
      if (outer.includes('comment')) return [];
      const span = spanOf(node);
      const { keyword, value } = splitKeyword(outer, cut(draft, span, MAX_TEXT));
      const kind = argumentKind(outer, node, value);
      const text = kind === 'function' ? value.slice(0, MAX_HEAD) : value;
      return [{ kind, text, value: readLiteral(value), keyword, line: span.line, start: span.start, end: span.end }];
    });
}

/** Wrappers of named and positional arguments say nothing of what is in them. */
function argumentKind(outer: string, node: SgNode, value: string): OutlineArgument['kind'] {
  const isWrapper = /^(?:argument|keyword_argument|pair|element_value_pair|attribute_argument)$/u.test(outer);
  const inner = isWrapper ? node.namedChildren().at(-1) : null;
  if (inner && /assignment/u.test(String(inner.kind()))) return readLiteral(value) === null ? 'other' : 'text';
  return classifyArgument(inner ? String(inner.kind()) : outer);
}

function readCall(draft: Draft, node: SgNode, kind: string): void {
  const shape = draft.grammar.calls.find((call) => call.kind === kind);
  if (!shape) return;
  const span = spanOf(node);
  const holder =
    node.field(shape.arguments) ??
    node.children().find((child) => /^arguments?(?:_list)?$/u.test(String(child.kind()))) ??
    null;
  const written = readCallee(draft, node, { span, shape, holder });
  // `run.call(self, x)` calls `run(x)`.
  const isIndirect = draft.family === 'javascript' && /^[\w$]+(?:\.(?!prototype\b)[\w$]+)*\.call$/u.test(written);
  const callee = isIndirect ? written.slice(0, -'.call'.length) : written;
  const block = draft.family === 'ruby' ? node.field('block') : null;
  const values = readArguments(draft, holder).slice(isIndirect ? 1 : 0);
  draft.calls.push({
    ...span,
    callee,
    isConstruction: shape.carries === true,
    arguments: block ? [...values, blockArgument(block)] : values,
    owner: -1,
  });
}

function blockArgument(block: SgNode): OutlineArgument {
  const { line, start, end } = spanOf(block);
  return { kind: 'function', text: '', value: null, keyword: null, line, start, end };
}

interface CallPlace {
  readonly span: OutlineSpan;
  readonly shape: Call;
  readonly holder: SgNode | null;
}

/** Everything from the beginning of the call to its arguments. */
function readCallee(draft: Draft, node: SgNode, { span, shape, holder }: CallPlace): string {
  const end = draft.family === 'ruby' ? node.field('method')?.range().end.index : holder?.range().start.index;
  const whole = draft.text.slice(span.start, end ?? span.end).replace(/^(?:await|new)\s+/u, '');
  const plain = squeezeCallee(whole.length > 20_000 ? whole.slice(-2_000) : whole);
  if (draft.family === 'go') return plain.replace(/\[[\w.*,[\]]+\]$/u, '');
  return shape.carries === true
    ? plain.replace(/^(?:.*\b)?new(?=[\w$\\(.])/u, '').replace(/<.*$/u, '')
    : plain.replace(/<[\w$.,\s[\]|'"{}:;]*>$/u, '');
}

function readDecorator(draft: Draft, node: SgNode): void {
  const span = spanOf(node);
  const call = node.children().find((child) => /^call(?:_expression)?$/u.test(String(child.kind())));
  const owner = call ?? node;
  const holder =
    owner.field('arguments') ??
    owner.field('parameters') ??
    owner.children().find((child) => /argument/u.test(String(child.kind()))) ??
    null;
  const [name = ''] = /^@?\s*([\w$.\\]+)/u.exec(cut(draft, span, 200)) ?? [];
  draft.decorators.push({
    ...span,
    name: name.replace(/^@\s*/u, ''),
    arguments: readArguments(draft, holder),
    isOnParameter: false,
  });
}

function readBinding(draft: Draft, node: SgNode, kind: string): void {
  const fields = draft.syntax.bindings[kind];
  if (!fields) return;
  const [target, given, typed] = fields.map((field) =>
    field === 'last' ? (node.namedChildren().at(-1) ?? null) : field === '' ? null : readField(node, field),
  );
  if (!target) return;
  const span = spanOf(target);
  const value = given ? spanOf(given) : null;
  const { name, text, valueStart } = splitTarget(draft, span, value);
  const type = typed ? plainType(cut(draft, spanOf(typed), 200)) : null;
  if (draft.family === 'javascript') {
    draft.imports.push(...readRequire(name, text, span.line));
    draft.exports.push(...readAssignedExport(name, text, span.line));
  }
  if (valueStart >= 0) draft.names.set(valueStart, lastPart(name));
  const place = { start: span.start, valueStart, line: span.line, owner: -1 };
  for (const each of splitList(name).slice(0, 10))
    draft.bindings.push({ name: each.slice(0, 200), type, value: text, ...place });
}

interface Target {
  readonly name: string;
  readonly text: string;
  readonly valueStart: number;
}

/** Declarators that hold name and value in one: `x = f()`. */
function splitTarget(draft: Draft, span: OutlineSpan, value: OutlineSpan | null): Target {
  const target = cut(draft, span, 2_000);
  if (value) return { name: target, text: cut(draft, value, 2_000), valueStart: value.start };
  const [head, name] = /^([\w$]+)\s*=\s*/u.exec(target) ?? [];
  if (head === undefined || name === undefined) return { name: target, text: '', valueStart: -1 };
  return { name, text: target.slice(head.length), valueStart: span.start + head.length };
}

const lastPart = (name: string): string => /([\w$]+)['"\]]*\s*$/u.exec(name)?.[1] ?? '';

function readNaming(draft: Draft, node: SgNode, kind: string): void {
  const fields = draft.syntax.naming[kind];
  const value = fields ? readField(node, fields[1]) : null;
  if (!fields || !value || classifyArgument(String(value.kind())) !== 'function') return;
  draft.names.set(value.range().start.index, lastPart(readField(node, fields[0])?.text() ?? ''));
}

function finish(draft: Draft, path: string, language: string, leftOut: number): SourceOutline {
  const { functions, classes, calls, bindings } = draft;
  functions.sort((a, b) => a.start - b.start || b.end - a.end);
  classes.sort((a, b) => a.start - b.start || b.end - a.end);
  calls.sort((a, b) => a.start - b.start || a.end - b.end);
  bindings.sort((a, b) => a.start - b.start);
  const classOf = findOwners(classes, functions);
  const ownerOf = findOwners(functions, functions);
  functions.forEach((each, index) => {
    each.name ||= draft.names.get(each.start) ?? '';
    each.owner = ownerOf[index] ?? -1;
    each.classIndex = classOf[index] ?? -1;
    each.className ||= classes[each.classIndex]?.name ?? '';
  });
  findOwners(functions, calls).forEach((owner, index) => {
    setOwner(calls[index], owner);
  });
  findOwners(
    functions,
    bindings.map(({ start }) => ({ start, end: start + 1 })),
  ).forEach((owner, index) => {
    setOwner(bindings[index], owner);
  });
  attachDecorators(draft);
  return {
    path,
    language,
    packageName: draft.packageName,
    functions: functions.map(({ head: _head, nameEnd: _nameEnd, ...rest }) => rest),
    classes: classes.map(({ head: _head, nameEnd: _nameEnd, ...rest }) => rest),
    calls,
    imports: draft.imports,
    exports: draft.exports,
    bindings,
    globals: findGlobals(draft),
    leftOut,
  };
}

/** Each name once, at its first line. */
function findGlobals({ text, family }: Draft): SourceOutline['globals'] {
  const pattern = OUTSIDE_NAMES[family];
  const found = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const { 0: name, index } of pattern ? text.matchAll(pattern) : []) {
    for (; counted < index; counted += 1) if (text[counted] === '\n') line += 1;
    if (!found.has(name)) found.set(name, line);
  }
  return [...found].map(([name, line]) => ({ name, line }));
}

const setOwner = (thing: { owner: number } | undefined, owner: number): void => {
  if (thing) thing.owner = owner;
};

const LOOK_BACK = 20;

/** A decorator stands inside the head of what it decorates, or before it. */
function attachDecorators({ decorators, functions, classes }: Draft): void {
  const items: Decorated[] = [...functions.filter(({ name }) => name !== ''), ...classes].sort(
    (a, b) => a.start - b.start,
  );
  let next = 0;
  for (const { name, arguments: given, line, start, end } of decorators.toSorted((a, b) => a.start - b.start)) {
    while (next < items.length && (items[next]?.start ?? 0) < end) next += 1;
    const inside = items
      .slice(Math.max(0, next - LOOK_BACK), next)
      .findLast((item) => item.start <= start && start < item.head);
    const item = inside ?? items[next];
    if (item)
      item.decorators = [...item.decorators, { name, arguments: given, line, isOnParameter: start >= item.nameEnd }];
  }
}
