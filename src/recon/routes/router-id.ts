/**
 * Finds the router that a variable, parameter or imported name stands for, across files, as an id; and the routers that an expression
 * mounts. Called by script-routes.ts, python-routes.ts, go-routes.ts and other readers.
 */
import type { OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { functionsAround, lastWord, symbolsOf } from '../file-symbols.ts';
import {
  type FunctionRef,
  followExport,
  followImport,
  type NamePlace,
  type ProjectSymbols,
  resolveFunction,
} from '../project-symbols.ts';
import type { RouterDraft } from './route-draft.ts';

export const routerId = (path: string, scope: number, name: string): string => `${path}#${scope}#${name}`;

/** The router a name stands for where it is used. */
export function findRouter(symbols: ProjectSymbols, file: SourceOutline, name: string, owner: number): string {
  const bindings = symbolsOf(file).bindings.get(name) ?? [];
  for (const scope of [...functionsAround(file, owner), -1]) {
    const isParameter = file.functions[scope]?.parameters.some((parameter) => parameter.name === name) ?? false;
    if (isParameter || bindings.some((binding) => binding.owner === scope)) return routerId(file.path, scope, name);
  }
  const [target] = followImport(symbols, file, name);
  return target ? routerId(target.file.path, -1, target.name) : routerId(file.path, -1, name);
}

const MOUNTED =
  /^(?:await\s+|new\s+)?\$?([\w$.]+?)(?:\.(?:routes|router|middleware|callback|urls|handler))?\s*(\(|$|,)/u;

/** Routers that an expression handed to `use` or `register` brings along: a variable, a module, what a function builds. */
export function findMounted(
  symbols: ProjectSymbols,
  file: SourceOutline,
  expression: string,
  owner: number,
): readonly string[] {
  const required = /^require\(\s*['"]([^'"]+)['"]\s*\)/u.exec(expression)?.[1];
  if (required !== undefined)
    return symbols.modules.find(file, required, null).flatMap((target) => exportedRouters(symbols, target.file));
  const [, name, call] = MOUNTED.exec(expression) ?? [];
  if (name === undefined) return [];
  const built = call === '(' || !isVariable(file, name) ? buildersOf(symbols, file, name, owner) : [];
  if (built.length > 0) return built;
  const [root = '', member] = name.split('.');
  const places = followImport(symbols, file, root);
  if (places.length === 0) return [findRouter(symbols, file, root, owner)];
  return places.flatMap((place) => placeRouters(symbols, place, member));
}

const isVariable = (file: SourceOutline, name: string): boolean => symbolsOf(file).bindings.has(name);

/** Routers that live inside the function of that name. */
const buildersOf = (symbols: ProjectSymbols, file: SourceOutline, name: string, owner: number): readonly string[] =>
  resolveFunction(symbols, file, name, owner)
    .filter(({ isGuess }) => !isGuess)
    .flatMap((ref) => routersIn(ref.file, ref.index));

function routersIn(file: SourceOutline, scope: number): readonly string[] {
  const parameters = file.functions[scope]?.parameters.map(({ name }) => name) ?? [];
  const bound = file.bindings.filter(({ owner }) => owner === scope).map(({ name }) => name);
  return [...new Set([...parameters, ...bound])].map((name) => routerId(file.path, scope, name));
}

function placeRouters(
  symbols: ProjectSymbols,
  { file, name }: NamePlace,
  member: string | undefined,
): readonly string[] {
  if (name !== '' && name !== 'default') return [routerId(file.path, -1, name), ...ownFunction(file, name)];
  if (member !== undefined) {
    const places = followExport(symbols, { file, name: member });
    return places.flatMap((place) => [
      routerId(place.file.path, -1, place.name),
      ...ownFunction(place.file, place.name),
    ]);
  }
  return exportedRouters(symbols, file);
}

const ownFunction = (file: SourceOutline, name: string): readonly string[] =>
  (symbolsOf(file).functions.get(name) ?? []).flatMap((index) => routersIn(file, index));

/** What a module hands out as a whole: its default, or everything at its top. */
function exportedRouters(symbols: ProjectSymbols, file: SourceOutline): readonly string[] {
  const whole = file.exports.find(({ name }) => name === 'default');
  const inner =
    whole?.local === 'default' ? file.functions.findIndex(({ owner, line }) => owner < 0 && line >= whole.line) : -1;
  const named = whole?.local && whole.local !== 'default' ? followExport(symbols, { file, name: 'default' }) : [];
  if (named.length > 0)
    return named.flatMap((place) => [
      routerId(place.file.path, -1, place.name),
      ...ownFunction(place.file, place.name),
    ]);
  return inner >= 0 ? routersIn(file, inner) : routersIn(file, -1);
}

/** A router handed to a function of the project lives on under the name of the parameter. */
export function passRouters(
  symbols: ProjectSymbols,
  file: SourceOutline,
  call: OutlineCall,
  isRouter: (name: string) => boolean,
): readonly RouterDraft[] {
  const position = call.arguments.findIndex(({ kind, text }) => kind === 'name' && isRouter(text));
  const given = call.arguments[position];
  if (!given) return [];
  const parent = findRouter(symbols, file, lastWord(given.text), call.owner);
  const required = /^require\(\)/u.test(call.callee) ? requiredBuilders(symbols, file, call) : null;
  const targets = required ?? resolveFunction(symbols, file, call.callee, call.owner).filter(({ isGuess }) => !isGuess);
  return targets.flatMap((ref) => {
    const name = ref.file.functions[ref.index]?.parameters[position]?.name;
    const id = name === undefined ? parent : routerId(ref.file.path, ref.index, name);
    return id === parent ? [] : [{ id, parent, prefix: '', file: file.path, line: call.line, guards: [] }];
  });
}

/** `require('./routes')(app)`: what the module hands out is the function. */
function requiredBuilders(symbols: ProjectSymbols, file: SourceOutline, call: OutlineCall): readonly FunctionRef[] {
  const module = symbolsOf(file).chains.get(call.start)?.[0]?.arguments[0]?.value;
  return symbols.modules.find(file, module ?? '', null).flatMap((target) => {
    const whole = target.file.exports.find(({ name }) => name === 'default');
    const index = target.file.functions.findIndex(
      ({ owner, line, name }) => owner < 0 && (name === whole?.local || line >= (whole?.line ?? 1)),
    );
    return index < 0 ? [] : [{ file: target.file, index, isGuess: false }];
  });
}
