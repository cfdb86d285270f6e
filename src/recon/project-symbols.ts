/**
 * Indexes the functions, classes and imports of all outlines of a project, and resolves which function a name means across files: by
 * scope, class, import, package. Best effort: an answer that rests on the name alone is marked as a guess. Pure; bounded by depth.
 * Used by call-graph.ts, the readers in routes/ and the analyzers access and project-flow.
 */
import type { OutlineCall, SourceOutline } from '../ports/outline.ts';
import { append } from '../protocol/collections/get-or-add.ts';
import { classAround, isSelf, lastWord, symbolsOf, typeOf } from './file-symbols.ts';
import { createGrowingFinder, type ModuleFinder } from './module-finder.ts';

export interface FunctionRef {
  readonly file: SourceOutline;
  readonly index: number;
  /** True where only the name fits. */
  readonly isGuess: boolean;
}

/** A name of a file; the empty name is the file as a whole. */
export interface NamePlace {
  readonly file: SourceOutline;
  readonly name: string;
}

/** A name that a file takes from a module to pass it on. */
interface PassedName extends NamePlace {
  readonly module: string;
}

export interface ProjectSymbols {
  readonly outlines: readonly SourceOutline[];
  readonly modules: ModuleFinder;
  readonly byPath: ReadonlyMap<string, SourceOutline>;
  /** By class and method, separated by a blank. */
  readonly methods: ReadonlyMap<string, readonly FunctionRef[]>;
  readonly everywhere: ReadonlyMap<string, readonly FunctionRef[]>;
  readonly bases: ReadonlyMap<string, readonly string[]>;
  /** Classes that name another as their base. */
  readonly derived: ReadonlyMap<string, readonly string[]>;
  /** Files by the last word of what they call: under the name of a class, where its objects are made. */
  readonly callers: ReadonlyMap<string, readonly SourceOutline[]>;
}

/** Files between the one that calls and the one that declares. */
const MAX_INCLUDED = 3;
const MAX_DEPTH = 6;
const MAX_ANSWERS = 4;
const MAX_SATISFYING = 3;
/** Names that so many things have that a name alone says nothing. */
const COMMON =
  /^(?:get|set|add|push|pop|map|filter|find|then|catch|on|once|off|emit|use|call|apply|bind|join|split|slice|test|exec|match|replace|log|info|warn|error|debug|close|open|read|write|end|send|json|next|init|run|start|stop|main|keys|values|has|delete|clear|forEach|reduce|append|format|print|len|str|new|to_s|each|parse|stringify|toString|String|equals|hashCode|Error|Close|Printf|Errorf|all|first|save|update|create|remove|filter_by|items)$/u;

/** `manifests`: texts of package.json and go.mod by path, for workspaces and module names. */
export function createProjectSymbols(
  outlines: readonly SourceOutline[],
  manifests: ReadonlyMap<string, string>,
): ProjectSymbols {
  const table = createSymbolTable(manifests);
  for (const outline of outlines) table.add(outline);
  return table.symbols;
}

/** Symbols of a project whose files become known one by one: `symbols` holds what was added so far. */
export function createSymbolTable(manifests: ReadonlyMap<string, string>): {
  readonly symbols: ProjectSymbols;
  add(file: SourceOutline): void;
} {
  const outlines: SourceOutline[] = [];
  const byPath = new Map<string, SourceOutline>();
  const methods = new Map<string, FunctionRef[]>();
  const everywhere = new Map<string, FunctionRef[]>();
  const bases = new Map<string, readonly string[]>();
  const derived = new Map<string, string[]>();
  const callers = new Map<string, SourceOutline[]>();
  const modules = createGrowingFinder(manifests);
  return {
    symbols: { outlines, modules, byPath, methods, everywhere, bases, derived, callers },
    add(file) {
      outlines.push(file);
      byPath.set(file.path, file);
      modules.add(file);
      for (const name of new Set(file.calls.map(calledName))) append(callers, name, file);
      for (const { name, bases: above } of file.classes) {
        if (above.length > 0) bases.set(lastWord(name), above);
        for (const base of above) append(derived, lastWord(base), lastWord(name));
      }
      file.functions.forEach(({ name, className }, index) => {
        if (name === '') return;
        const ref = { file, index, isGuess: false };
        if (className !== '') append(methods, `${lastWord(className)} ${name}`, ref);
        append(everywhere, name, ref);
      });
    },
  };
}

/** Functions that a callee or handler expression means, seen from inside a function (-1: from the top of the file). */
export function resolveFunction(
  symbols: ProjectSymbols,
  file: SourceOutline,
  expression: string,
  owner: number,
): readonly FunctionRef[] {
  const parts = splitExpression(expression);
  const own = resolveOwn(symbols, file, parts, owner);
  const found = own.length > 0 ? own : resolveImported(symbols, file, parts);
  const isOfClass = /^[A-Z]/u.test(parts.at(-2) ?? '');
  return (found.length > 0 || isOfClass ? found : guess(symbols, parts.at(-1) ?? '')).slice(0, MAX_ANSWERS);
}

export const splitExpression = (expression: string): readonly string[] =>
  expression
    .replace(/^(?:await\s|new\s|[&$@])+\s*/u, '')
    .replace(/\(\)/gu, '')
    .split(/\.|::|->|\\/u)
    .map((part) => part.replace(/^[$&*]/u, '').trim())
    .filter((part) => part !== '' && part !== 'bind');

const ownNames = (file: SourceOutline, name: string): readonly FunctionRef[] =>
  (symbolsOf(file).functions.get(name) ?? []).map((index) => ({ file, index, isGuess: false }));

/** A method of a class or of those above it, and what the classes below put in its place. */
export function findMethod(symbols: ProjectSymbols, className: string, name: string): readonly FunctionRef[] {
  const inherited = findInherited(symbols, className, name, 0);
  const below = symbols.derived.get(className) ?? [];
  const replaced = below.flatMap((each) => symbols.methods.get(`${each} ${name}`) ?? []);
  const own = inherited.length > 0 ? inherited : findStandIn(symbols, className, name);
  return [...own, ...replaced.map((ref) => ({ ...ref, isGuess: replaced.length > 1 }))];
}

function findInherited(
  symbols: ProjectSymbols,
  className: string,
  name: string,
  depth: number,
): readonly FunctionRef[] {
  const own = symbols.methods.get(`${className} ${name}`);
  if (own || depth > MAX_DEPTH) return own ?? [];
  for (const base of symbols.bases.get(className) ?? []) {
    const inherited = findInherited(symbols, lastWord(base), name, depth + 1);
    if (inherited.length > 0) return inherited;
  }
  return [];
}

/** Of a type nobody declares, the class that by its name implements it. */
function findStandIn(symbols: ProjectSymbols, className: string, name: string): readonly FunctionRef[] {
  const { methods } = symbols;
  const others = [`${className}Impl`, className.replace(/^I(?=[A-Z])/u, '')].filter((each) => each !== className);
  const found = others.flatMap((each) => methods.get(`${each} ${name}`) ?? []);
  return (found.length > 0 ? found : findSatisfying(symbols, className, name)).map((ref) => ({
    ...ref,
    isGuess: true,
  }));
}

/** An interface of Go names nobody who implements it: those who have its method. */
function findSatisfying(
  { outlines, everywhere }: ProjectSymbols,
  className: string,
  name: string,
): readonly FunctionRef[] {
  const isDeclared = outlines.some(
    ({ language, classes }) => language === 'go' && classes.some((each) => each.name === className),
  );
  const found = isDeclared
    ? (everywhere.get(name) ?? []).filter(({ file, index }) => file.functions[index]?.receiver !== '')
    : [];
  return found.length <= MAX_SATISFYING ? found : [];
}

/** Class of the object that a constructor is handed for a field without a type: by what is handed where the object is made. */
function typeOfInjected(symbols: ProjectSymbols, file: SourceOutline, field: string, owner: number): string | null {
  const className = classAround(file, owner);
  const maker = file.functions.find(
    (each) => each.className === className && /^(?:constructor|__init__|__construct|initialize)$/u.test(each.name),
  );
  const value = (symbolsOf(file).bindings.get(field) ?? []).find(({ name }) =>
    /^(?:this\.|self\.|\$this->|@)/u.test(name),
  )?.value;
  if (!maker || value === undefined) return null;
  const name = lastWord(value);
  const parameters = maker.parameters.filter((each) => !/^(?:self|cls)$/u.test(each.name));
  const index = parameters.findIndex((each) => each.name === name);
  for (const { file: home, call } of madeObjects(symbols, className)) {
    const given =
      call.arguments.find(({ keyword }) => keyword === name) ?? (index < 0 ? undefined : call.arguments[index]);
    const text = given?.text ?? call.arguments.flatMap((each) => readPair(each.text, name) ?? [])[0];
    const type = text === undefined ? null : typeOfValue(home, text, call.owner);
    if (type !== null) return type;
  }
  return null;
}

const madeObjects = ({ callers }: ProjectSymbols, className: string): readonly MadeObject[] =>
  (callers.get(className) ?? []).flatMap((file) =>
    file.calls.filter((call) => calledName(call) === className).map((call) => ({ file, call })),
  );

const calledName = ({ callee }: OutlineCall): string => lastWord(callee.replace(/\.new$/u, ''));

interface MadeObject {
  readonly file: SourceOutline;
  readonly call: OutlineCall;
}

/** The value of a key in a record as written, `{ repo: new Repo() }`. */
const readPair = (record: string, key: string): string | null => {
  if (!/^[\w$]+$/u.test(key)) return null;
  const word = key.replaceAll('$', '\\$');
  const [, value] = new RegExp(`[{,]\\s*${word}\\s*(?::\\s*([^,}]+))?[,}]`, 'u').exec(record) ?? [null, null];
  return value === null ? null : (value ?? key);
};

function typeOfValue(file: SourceOutline, text: string, owner: number): string | null {
  const made = /^(?:new\s+|&)?([A-Z][\w.]*?)(?:\.new)?\s*\(/u.exec(text.trim())?.[1];
  return made === undefined ? typeOf(file, lastWord(text), owner) : lastWord(made);
}

/** Files and names behind an imported name. */
export function followImport(
  symbols: ProjectSymbols,
  file: SourceOutline,
  name: string,
  depth = 0,
): readonly NamePlace[] {
  if (depth > MAX_DEPTH) return [];
  return file.imports
    .filter(({ local, member }) => local === name || (member === '*' && file.language === 'python'))
    .flatMap(({ module, member }) =>
      symbols.modules.find(file, module, member).flatMap((target) => {
        if (member === '*') return followStar(symbols, { file: target.file, name }, depth + 1);
        return member === null || target.isMember
          ? [{ file: target.file, name: '' }]
          : followExport(symbols, { file: target.file, name: member }, depth + 1);
      }),
    );
}

/** `from helpers import *`: what the module declares, or has from others in the same way. */
function followStar(symbols: ProjectSymbols, { file, name }: NamePlace, depth: number): readonly NamePlace[] {
  const { functions } = symbolsOf(file);
  return functions.has(name) ? [{ file, name }] : followImport(symbols, file, name, depth);
}

/** Where an exported name is declared, through files that pass it on. */
export function followExport(symbols: ProjectSymbols, { file, name }: NamePlace, depth = 0): readonly NamePlace[] {
  const here = [{ file, name }];
  if (depth > MAX_DEPTH) return here;
  const direct = file.exports.find((each) => each.name === name);
  if (direct && direct.module === null) return followLocal(symbols, { file, name: direct.local ?? name }, depth);
  const passed = direct?.module
    ? through(symbols, { file, module: direct.module, name: direct.local ?? name }, depth)
    : file.exports
        .filter((each) => each.name === '*' && each.module !== null)
        .flatMap((each) => through(symbols, { file, module: each.module ?? '', name }, depth));
  if (passed.length > 0) return passed;
  return followLocal(symbols, { file, name }, depth);
}

function followLocal(symbols: ProjectSymbols, { file, name }: NamePlace, depth: number): readonly NamePlace[] {
  const passed = name === 'default' ? [] : followImport(symbols, file, name, depth + 1);
  return passed.length > 0 ? passed : [{ file, name }];
}

function through(symbols: ProjectSymbols, passed: PassedName, depth: number): readonly NamePlace[] {
  const { file, module, name } = passed;
  return symbols.modules
    .find(file, module, null)
    .filter((target) => declares(target.file, name))
    .flatMap((target) => followExport(symbols, { file: target.file, name }, depth + 1));
}

const declares = (file: SourceOutline, name: string): boolean =>
  file.exports.some((each) => each.name === name || each.name === '*') || symbolsOf(file).functions.has(name);

function resolveOwn(
  symbols: ProjectSymbols,
  file: SourceOutline,
  parts: readonly string[],
  owner: number,
): readonly FunctionRef[] {
  const [root = '', ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) return resolvePlain(symbols, file, root, owner);
  if (isSelf(file, root, owner) && rest.length === 1) return findMethod(symbols, classAround(file, owner), last);
  const holder = parts.at(-2) ?? '';
  const type =
    typeOf(file, holder, owner) ??
    (isSelf(file, root, owner) || root.startsWith('@') ? typeOfInjected(symbols, file, holder, owner) : null);
  return findMethod(symbols, type ?? holder, last);
}

function resolvePlain(
  symbols: ProjectSymbols,
  file: SourceOutline,
  name: string,
  owner: number,
): readonly FunctionRef[] {
  const own = ownNames(file, name);
  if (own.length > 0) return own;
  const inClass = findMethod(symbols, classAround(file, owner), name);
  return inClass.length > 0 ? inClass : namedIn(symbols, file, name);
}

/** Functions of the files that a PHP file includes, and of those that they include. */
function findIncluded(
  symbols: ProjectSymbols,
  file: SourceOutline,
  name: string,
  depth: number,
): readonly FunctionRef[] {
  if (depth >= MAX_INCLUDED) return [];
  const files = file.imports
    .filter(({ local }) => local === '')
    .flatMap(({ module }) => symbols.modules.find(file, module, null))
    .map((target) => target.file);
  const own = files.flatMap((each) => ownNames(each, name));
  return own.length > 0 ? own : files.flatMap((each) => findIncluded(symbols, each, name, depth + 1));
}

/** A function of the package, or the constructor of a class. */
function namedIn(symbols: ProjectSymbols, file: SourceOutline, name: string): readonly FunctionRef[] {
  const own = ownNames(file, name);
  if (own.length > 0) return own;
  if (file.language === 'go') return symbols.modules.siblings(file).flatMap((each) => ownNames(each, name));
  const included = file.language === 'php' ? findIncluded(symbols, file, name, 0) : [];
  if (included.length > 0) return included;
  return ['constructor', '__init__', name, '__construct', 'initialize'].flatMap(
    (each) => symbols.methods.get(`${name} ${each}`) ?? [],
  );
}

function resolveImported(
  symbols: ProjectSymbols,
  file: SourceOutline,
  parts: readonly string[],
): readonly FunctionRef[] {
  const [root = '', ...rest] = parts;
  const last = rest.at(-1);
  if (file.language === 'rust' && last !== undefined && RUST_ROOT.test(root))
    return resolveRustPath(symbols, file, parts);
  return followImport(symbols, file, root).flatMap((target) =>
    last === undefined ? calledIn(symbols, target) : memberOf(symbols, target, rest, last),
  );
}

const RUST_ROOT = /^(?:crate|self|super)$/u;

/** `crate::db::find`: the module that holds it is written before its name. */
function resolveRustPath(
  symbols: ProjectSymbols,
  file: SourceOutline,
  parts: readonly string[],
): readonly FunctionRef[] {
  const name = parts.at(-1) ?? '';
  return symbols.modules
    .find(file, parts.slice(0, -2).join('::') || 'self', parts.at(-2) ?? null)
    .flatMap((target) => ownNames(target.file, name));
}

/** What is called where a name is, or a whole module: then the one function that it exports. */
function calledIn(symbols: ProjectSymbols, { file, name }: NamePlace): readonly FunctionRef[] {
  if (name !== '' && name !== 'default') return namedIn(symbols, file, name);
  const local = file.exports.find((each) => each.name === 'default')?.local ?? '';
  const named = local === '' || local === 'default' ? [] : namedIn(symbols, file, local);
  if (named.length > 0) return named;
  const given = new Set(
    file.bindings.filter((each) => /^(?:module\.)?exports$/u.test(each.name)).map(({ valueStart }) => valueStart),
  );
  return file.functions.flatMap(({ start }, index) => (given.has(start) ? [{ file, index, isGuess: false }] : []));
}

function memberOf(
  symbols: ProjectSymbols,
  target: NamePlace,
  rest: readonly string[],
  last: string,
): readonly FunctionRef[] {
  const holder = target.name === '' ? (rest.at(-2) ?? '') : target.name;
  const inClass = findMethod(symbols, typeOf(target.file, holder, -1) ?? holder, last);
  if (inClass.length > 0) return inClass;
  const exported =
    target.name === '' && rest.length === 1
      ? followExport(symbols, { file: target.file, name: last }).flatMap((each) =>
          namedIn(symbols, each.file, each.name),
        )
      : [];
  return exported.length > 0 ? exported : ownNames(target.file, last);
}

function guess({ everywhere }: ProjectSymbols, name: string): readonly FunctionRef[] {
  if (name.length < 3 || COMMON.test(name)) return [];
  const found = everywhere.get(name) ?? [];
  return found.length === 1 ? found.map((ref) => ({ ...ref, isGuess: true })) : [];
}
