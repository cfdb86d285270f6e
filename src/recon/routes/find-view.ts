/**
 * Finds the function or class that answers, where a Python route names it by a text or a variable: `'shop.views.index'`, `self.view =
 * get_class('basket.views', 'BasketView')`. Classes of the same name are told apart by their file. Called by django-routes.ts and
 * python-routes.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { bindingsIn, symbolsOf } from '../file-symbols.ts';
import { type FunctionRef, followImport, type ProjectSymbols, splitExpression } from '../project-symbols.ts';
import { readStrings } from './route-draft.ts';

export interface ClassPlace {
  readonly file: SourceOutline;
  readonly name: string;
}

const hasClass = (file: SourceOutline, name: string): boolean => file.classes.some((each) => each.name === name);

/** The class an expression means; `at` is where it stands, for names bound in several classes of a file. */
export function findClass(
  symbols: ProjectSymbols,
  file: SourceOutline,
  expression: string,
  at: number,
): ClassPlace | null {
  const parts = splitExpression(expression);
  const name = parts.at(-1) ?? '';
  if (parts.length === 1 && hasClass(file, name)) return { file, name };
  const [root = ''] = parts;
  const imports = file.imports.filter(({ local }) => local === root);
  const [imported] = followImport(symbols, file, root).flatMap((target) => {
    const wanted = parts.length === 1 && target.name !== '' ? target.name : name;
    return hasClass(target.file, wanted) ? [{ file: target.file, name: wanted }] : [];
  });
  // What is imported from elsewhere is no class of the project, though one may have its name.
  if (imported || imports.length > 0) return imported ?? null;
  const named = readBound(file, name, at);
  if (named) return findNamedClass(symbols, file, named);
  const anywhere = symbols.outlines.filter((each) => hasClass(each, name));
  return anywhere[0] ? { file: anywhere[0], name } : null;
}

/** The function that a text names with its module: `'shop.views.index'`. */
export function findNamedFunction(symbols: ProjectSymbols, file: SourceOutline, text: string): FunctionRef | null {
  const named = splitName(text);
  if (named === null) return null;
  const [found] = listModules(symbols, file, named.module).flatMap((target) => {
    const [index] = symbolsOf(target).functions.get(named.name) ?? [];
    return index === undefined ? [] : [{ file: target, index, isGuess: false }];
  });
  return found ?? null;
}

const MAX_NAMES = 4;

/** The class of that name in the module, or what the module itself has bound to the name. */
function findNamedClass(
  symbols: ProjectSymbols,
  from: SourceOutline,
  { module, name }: BoundName,
  depth = 0,
): ClassPlace | null {
  const files = listModules(symbols, from, module);
  const file = files.find((each) => hasClass(each, name));
  if (file) return { file, name };
  for (const each of depth < MAX_NAMES ? files : []) {
    const passed = readBound(each, name, -1);
    const found = passed && findNamedClass(symbols, each, passed, depth + 1);
    if (found) return found;
  }
  return null;
}

const MAX_BASES = 6;

/** A method of the class itself, else of those above it; never of one beside it. */
export function methodOfClass(
  symbols: ProjectSymbols,
  { file, name }: ClassPlace,
  method: string,
  depth = 0,
): FunctionRef | null {
  const own = file.functions.findIndex((each) => each.className === name && each.name === method);
  if (own >= 0) return { file, index: own, isGuess: false };
  const holder = file.classes.find((each) => each.name === name);
  if (!holder || depth > MAX_BASES) return null;
  for (const base of holder.bases) {
    const above = base === name ? null : findClass(symbols, file, base, holder.start);
    const found = above && methodOfClass(symbols, above, method, depth + 1);
    if (found) return found;
  }
  return null;
}

interface BoundName {
  readonly module: string;
  readonly name: string;
}

const splitName = (text: string): BoundName | null => {
  const [, module, name] = /^([\w.]+)[.:](\w+)$/u.exec(text) ?? [];
  return module === undefined || name === undefined ? null : { module, name };
};

/** What a name was bound to by a call with texts: the last two of them, or one with dots. */
function readBound(file: SourceOutline, name: string, at: number): BoundName | null {
  const around = file.classes.findLast(({ start, end }) => start <= at && at < end);
  const near = bindingsIn(file, around, name)[0] ?? symbolsOf(file).bindings.get(name)?.[0];
  if (!near || !/^[\w.]+\(/u.test(near.value)) return null;
  const texts = readStrings(near.value);
  const [module, own] = texts.slice(-2);
  if (module !== undefined && own !== undefined) return { module, name: own };
  return splitName(texts[0] ?? '');
}

/** Files of a module by its last parts, the nearest to where it is named first. */
function listModules(symbols: ProjectSymbols, from: SourceOutline, module: string): readonly SourceOutline[] {
  const exact = symbols.modules.find(from, module, null).map(({ file }) => file);
  if (exact.length > 0) return exact;
  const tail = module.replaceAll('.', '/');
  return symbols.outlines
    .filter(({ path }) => [`${tail}.py`, `${tail}/__init__.py`].some((end) => `/${path}`.endsWith(`/${end}`)))
    .toSorted((a, b) => sharedLength(b.path, from.path) - sharedLength(a.path, from.path));
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
