/**
 * Cuts the code that a request runs out of the outlined project as Pieces (text, calls, bindings): the handler, what runs before it
 * (middleware, guards, filters) and the functions these call, two steps deep. Also follows names through assignments. Used by most files
 * of this folder.
 */
import type { OutlineBinding, OutlineCall, OutlineFunction, SourceOutline } from '../../ports/outline.ts';
import { callsIn, lastWord } from '../../recon/file-symbols.ts';
import { declaredName } from '../../recon/identity-places.ts';
import { type FunctionRef, findMethod, resolveFunction } from '../../recon/project-symbols.ts';
import type { JoinedRoute } from '../../recon/routes/join-routes.ts';
import type { RouteProject } from './route-project.ts';

/** A stretch of code: a function, or the class of a view. */
export interface Piece {
  readonly file: SourceOutline;
  /** Offsets in the file. */
  readonly start: number;
  readonly end: number;
  /** Without comments. */
  readonly text: string;
  readonly calls: readonly OutlineCall[];
  readonly bindings: readonly OutlineBinding[];
  /** The function itself; null for a class. */
  readonly function: OutlineFunction | null;
  /** Parameters and decorators, as written. */
  readonly head: string;
}

const MAX_HEAD = 1_500;
const MAX_PIECES = 12;

export function pieceOf(project: RouteProject, { file, index }: FunctionRef): Piece | null {
  const made = file.functions[index];
  return made === undefined ? null : cutPiece(project, file, made, made);
}

export function cutPiece(
  project: RouteProject,
  file: SourceOutline,
  { start, end }: { readonly start: number; readonly end: number },
  made: OutlineFunction | null,
): Piece {
  const text = project.codeOf(file.path).slice(start, end);
  return {
    file,
    start,
    end,
    text,
    calls: callsIn(file, start, end),
    bindings: file.bindings.filter((binding) => binding.start >= start && binding.start < end),
    function: made,
    head: file.language === 'ruby' ? (text.split('\n')[0] ?? '') : readHead(text),
  };
}

/** Up to where the body begins. */
function readHead(text: string): string {
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, MAX_HEAD); at += 1) {
    const char = text[at] ?? '';
    if ('(['.includes(char)) depth += 1;
    else if (')]'.includes(char)) depth -= 1;
    else if (
      depth === 0 &&
      (char === '{' ||
        (char === '=' && /^fun\b|\sfun\s/u.test(text.slice(0, at))) ||
        (char === ':' && /^:\s*\n/u.test(text.slice(at, at + 40))) ||
        text.startsWith('=>', at))
    )
      return text.slice(0, at);
  }
  return text.slice(0, MAX_HEAD);
}

const MAKER = /^(?:__init__|constructor|__construct|initialize)$/u;

/** What answers: a function, or the class of a view that answers with what it inherits. */
export function readHandler(project: RouteProject, { handler, draft }: JoinedRoute): Piece | null {
  if (handler !== null)
    return MAKER.test(handler.file.functions[handler.index]?.name ?? '') ? null : pieceOf(project, handler);
  const named = draft.handler;
  if (named?.kind !== 'class') return null;
  const file = project.symbols.byPath.get(named.file);
  const owner = file?.classes.find(({ name }) => name === named.name);
  return file && owner ? cutPiece(project, file, owner, null) : null;
}

/** Methods of a view that decide what it acts on and who may. */
const VIEW_HOOKS = [
  'get_queryset',
  'get_object',
  'test_func',
  'dispatch',
  'has_permission',
  'initial',
  'setup',
  'get_permissions',
  'check_permissions',
];
/** What a class does that stands before a handler: permissions of Django, guards of NestJS, middleware of Laravel. */
const GUARD_HOOKS = ['has_object_permission', 'has_permission', 'canActivate', 'handle', 'test_func', 'authorize'];

/** Functions that run before the handler: filters, middleware, decorators, guards and hooks of the project. */
export function readBefore(project: RouteProject, route: JoinedRoute): readonly Piece[] {
  const { symbols } = project;
  const className = handlerClass(route);
  const hooks =
    route.draft.file.language === 'python' && className !== ''
      ? VIEW_HOOKS.flatMap((name) => findMethod(symbols, className, name).slice(0, 1))
      : [];
  const refs = route.before.flatMap(({ name, file: path }) => {
    const file = symbols.byPath.get(path);
    const plain = declaredName(name);
    const own = className === '' ? [] : findMethod(symbols, className, plain);
    if (own.length > 0) return own.slice(0, 1);
    const inClass = /^[A-Z]/u.test(plain)
      ? GUARD_HOOKS.flatMap((hook) => findMethod(symbols, plain, hook).slice(0, 1))
      : [];
    if (inClass.length > 0 || file === undefined) return inClass;
    return resolveFunction(symbols, file, plain, -1)
      .filter(({ isGuess }) => !isGuess)
      .slice(0, 1);
  });
  return [...hooks, ...refs].flatMap((ref) => pieceOf(project, ref) ?? []).slice(0, MAX_PIECES);
}

function handlerClass({ handler, handlerName, draft }: JoinedRoute): string {
  if (draft.handler?.kind === 'class') return lastWord(draft.handler.name);
  if (draft.handler?.kind === 'function' && draft.handler.view !== undefined) return lastWord(draft.handler.view);
  const own = handler?.file.functions[handler.index]?.className ?? '';
  return own === '' && /^[A-Z]\w*\.\w+$/u.test(handlerName ?? '')
    ? lastWord(handlerName?.split('.')[0] ?? '')
    : lastWord(own);
}

/** Functions of the project that a call runs, by more than their name. */
export const calledBy = (project: RouteProject, { file }: Piece, call: OutlineCall): readonly Piece[] =>
  resolveFunction(project.symbols, file, call.callee, call.owner)
    .filter(({ isGuess, file: other, index }) => !isGuess && !(other === file && contains(other, index, call)))
    .slice(0, 2)
    .flatMap((ref) => pieceOf(project, ref) ?? []);

const contains = (file: SourceOutline, index: number, call: OutlineCall): boolean => {
  const made = file.functions[index];
  return made !== undefined && made.start <= call.start && call.end <= made.end;
};

/** Ruby calls a method by its bare name: those of the same class that stand alone or before a dot. */
export function namedBy(project: RouteProject, piece: Piece): readonly Piece[] {
  const { file, function: made, text, head } = piece;
  if (file.language !== 'ruby' || made === null) return [];
  const body = text.slice(head.length);
  return file.functions.flatMap((each, index) => {
    const isNamed =
      each !== made &&
      each.className === made.className &&
      /^\w{3,}$/u.test(each.name) &&
      new RegExp(`(?<![\\w:.@])${each.name}\\.|^\\s*${each.name}\\s*$`, 'mu').test(body);
    return isNamed ? (pieceOf(project, { file, index, isGuess: false }) ?? []) : [];
  });
}

/** Everything reached from the pieces, themselves first. */
export function readReached(project: RouteProject, from: readonly Piece[], depth = 2): readonly Piece[] {
  const seen = new Map(from.map((piece) => [keyOf(piece), piece]));
  let wave = from;
  for (let step = 0; step < depth && seen.size < MAX_PIECES; step += 1) {
    const next: Piece[] = [];
    for (const piece of wave)
      for (const called of [
        ...piece.calls.flatMap((call) => calledBy(project, piece, call)),
        ...namedBy(project, piece),
      ]) {
        if (seen.has(keyOf(called)) || seen.size >= MAX_PIECES) continue;
        seen.set(keyOf(called), called);
        next.push(called);
      }
    wave = next;
  }
  return [...seen.values()];
}

const keyOf = ({ file, start }: Piece): string => `${file.path}#${start}`;
export const samePiece = (a: Piece, b: Piece): boolean => keyOf(a) === keyOf(b);

/** Line of an offset inside a piece. */
export const lineIn = (piece: Piece, offset: number): number => {
  const first = piece.function?.line ?? piece.file.classes.find(({ start }) => start === piece.start)?.line ?? 1;
  return first + (piece.text.slice(0, Math.max(0, offset)).split('\n').length - 1);
};

const IDENTIFIER = /[A-Za-z_$][\w$]*/gu;

/** Plain names that a binding gives values to: `{ id, name: title }`, `id, err`, `@post`. */
export const namesIn = (name: string): readonly string[] => name.match(IDENTIFIER) ?? [];

const MAX_STEPS = 4;

/** The names, and those that are given a value which holds one of them, as `listNames` reads it; until no more come. */
export function spreadNames(
  { bindings }: Piece,
  first: Iterable<string>,
  listNames: (binding: OutlineBinding, names: ReadonlySet<string>) => readonly string[],
): ReadonlySet<string> {
  const names = new Set(first);
  for (let step = 0, before = -1; step < MAX_STEPS && before < names.size; step += 1) {
    before = names.size;
    for (const name of bindings.flatMap((binding) => listNames(binding, names))) names.add(name);
  }
  return names;
}

const patterns = new Map<string, RegExp>();

/** Any of these names as a whole word; null where there are none. */
export function anyOf(names: Iterable<string>): RegExp | null {
  const list = [...new Set(names)].filter((name) => /^[\w$]+$/u.test(name) && name !== '_').toSorted();
  if (list.length === 0) return null;
  const source = `(?<![\\w$.>'"\`-])[@$]?(?:${list.map((name) => name.replaceAll('$', '\\$')).join('|')})(?![\\w$]|['"\`])`;
  const known = patterns.get(source);
  if (known) return known;
  const made = new RegExp(source, 'gu');
  if (patterns.size < 5_000) patterns.set(source, made);
  return made;
}
