/**
 * Looks up symbols inside the outline of one file: functions and variables by name, chained calls, types of variables, the class or
 * function around a place. Used by project-symbols.ts, the readers in routes/ and the analyzer access.
 */
import type { OutlineBinding, OutlineCall, OutlineSpan, SourceOutline } from '../ports/outline.ts';
import { countLeading } from '../protocol/collections/count-leading.ts';
import { append, getOrAdd } from '../protocol/collections/get-or-add.ts';

export interface FileSymbols {
  readonly functions: ReadonlyMap<string, readonly number[]>;
  /** By the last part of the bound name: `this.users` under `users`. */
  readonly bindings: ReadonlyMap<string, readonly OutlineBinding[]>;
  /** Calls that begin at the same place, inner first: `Route::get(…)` and `Route::get(…)->middleware(…)`. */
  readonly chains: ReadonlyMap<number, readonly OutlineCall[]>;
}

/** The last word of a name: `app.models.User` is `User`. */
export function lastWord(name: string): string {
  let end = name.length;
  while (end > 0 && !isWordCode(name.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isWordCode(name.charCodeAt(start - 1))) start -= 1;
  return start === end ? name : name.slice(start, end);
}

/** Letters, digits, `_` and `$`, and whatever is not ASCII. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36 ||
  code >= 128;

/** What a call is made on: `app` of `app.group().get`. */
export const rootOf = (callee: string): string => lastWord(callee.replace(/(?:\.\w+\(\))*\.\w+$/u, ''));

const known = new WeakMap<SourceOutline, FileSymbols>();

export const symbolsOf = (file: SourceOutline): FileSymbols => getOrAdd(known, file, () => readSymbols(file));

function readSymbols(file: SourceOutline): FileSymbols {
  const functions = new Map<string, number[]>();
  const bindings = new Map<string, OutlineBinding[]>();
  const chains = new Map<number, OutlineCall[]>();
  file.functions.forEach(({ name }, index) => {
    if (name !== '') append(functions, name, index);
  });
  for (const binding of file.bindings) {
    const name = lastWord(binding.name);
    append(bindings, name, binding);
    if (file.language === 'php' && name.startsWith('$')) append(bindings, name.slice(1), binding);
  }
  for (const call of file.calls) append(chains, call.start, call);
  return { functions, bindings, chains };
}

/** What is bound to a name inside a class. */
export const bindingsIn = (
  file: SourceOutline,
  owner: OutlineSpan | undefined,
  name: string,
): readonly OutlineBinding[] =>
  (symbolsOf(file).bindings.get(name) ?? []).filter(
    ({ start }) => owner !== undefined && start >= owner.start && start < owner.end,
  );

export const chainOf = (file: SourceOutline, call: OutlineCall): readonly OutlineCall[] =>
  symbolsOf(file).chains.get(call.start) ?? [call];

/** The function itself and those around it, inner first. */
export function functionsAround(file: SourceOutline, owner: number): readonly number[] {
  const around: number[] = [];
  for (let at = owner; at >= 0; at = file.functions[at]?.owner ?? -1) around.push(at);
  return around;
}

/** Type of a parameter of that name, of the function itself or of one around it. */
export const parameterType = (file: SourceOutline, name: string, owner: number): string | null =>
  functionsAround(file, owner)
    .map((index) => file.functions[index]?.parameters.find((parameter) => parameter.name === name)?.type)
    .find((type) => type) ?? null;

/** Name of the class whose code this is, or empty. */
export const classAround = (file: SourceOutline, owner: number): string =>
  functionsAround(file, owner)
    .map((index) => file.functions[index]?.className ?? '')
    .find((name) => name !== '') ?? '';

/** Whether a name stands for the object itself: `this`, `self`, the receiver of a Go method. */
export const isSelf = (file: SourceOutline, name: string, owner: number): boolean =>
  /^(?:this|self|super|parent|static|cls|base)$/u.test(name) ||
  (file.language === 'go' && functionsAround(file, owner).some((index) => file.functions[index]?.receiver === name));

const MADE = /^(?:await\s+)?(?:new\s+|&)?([\w$.\\:]+?)(?:\.new\s*(?:$|[({.\s])|\s*[({])/u;

/** Class of a variable, field or parameter, from its type or from what it is given; null where neither says. */
export function typeOf(file: SourceOutline, name: string, owner: number): string | null {
  const typed = parameterType(file, name, owner);
  if (typed) return lastWord(typed);
  for (const { type, value } of symbolsOf(file).bindings.get(name) ?? []) {
    if (type !== null) return lastWord(type);
    const made = MADE.exec(value)?.[1];
    if (made !== undefined) return lastWord(made).replace(/^New(?=[A-Z])/u, '');
  }
  const fields = file.functions
    .filter((each) => /^(?:constructor|__construct)$/u.test(each.name))
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.name === name));
  const field = fields.find(({ type }) => type !== null)?.type;
  return field ? lastWord(field) : null;
}

/** Calls that lie in a stretch of the file. */
export function callsIn(file: SourceOutline, start: number, end: number): readonly OutlineCall[] {
  const from = countLeading(file.calls, (call) => call.start < start);
  const to = countLeading(file.calls, (call) => call.start < end);
  return file.calls.slice(from, to).filter((call) => call.end <= end);
}
