/**
 * Gives the full name of a called function, with its import: `run` after `import { exec as run } from 'node:child_process'` is
 * `child_process.exec`; also the module that a variable's value comes from. Called by call-graph.ts, sinks.ts and the readers in
 * routes/.
 */
import type { OutlineCall, SourceOutline } from '../ports/outline.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import { symbolsOf } from './file-symbols.ts';

/** With dots between all parts, and without the signs of variables. */
export const dotted = (callee: string): string =>
  callee
    .replace(/::|->/gu, '.')
    .replace(/[$@](?=\w)/gu, '')
    .replace(/\\/gu, '.')
    .replace(/^\./u, '');

const importsOf = new WeakMap<SourceOutline, ReadonlyMap<string, string>>();

const namesOf = (file: SourceOutline): ReadonlyMap<string, string> =>
  getOrAdd(importsOf, file, () => {
    const named = file.imports.filter(({ local }) => local !== '');
    return new Map(named.map(({ local, module, member }) => [local, joinName(module, member, file.language)]));
  });

function joinName(module: string, member: string | null, language: string): string {
  const plain = module.replace(/^node:/u, '').replace(/\\/gu, '.');
  const isWhole = member === null || member === 'default' || member === '*';
  if (language === 'python' && isWhole) return plain.split('.')[0] ?? plain;
  return isWhole ? plain : `${plain}.${member}`;
}

/** Name of an expression with its root replaced by what was imported under it. */
export function fullName(file: SourceOutline, expression: string): string {
  const name = dotted(expression);
  const [root = ''] = /^[\w$]+/u.exec(name) ?? [];
  const imported = namesOf(file).get(root);
  return imported === undefined ? name : `${imported}${name.slice(root.length)}`;
}

const fullNames = new WeakMap<OutlineCall, string>();

export const fullCallee = (file: SourceOutline, call: OutlineCall): string =>
  getOrAdd(fullNames, call, () => fullName(file, call.callee));

/** Module that a variable's value comes from: `express` for `const app = express()`. Null where nothing says. */
export function originOf(file: SourceOutline, name: string): string | null {
  const imported = namesOf(file).get(name);
  if (imported !== undefined) return imported;
  for (const { value, type } of symbolsOf(file).bindings.get(name) ?? []) {
    const made = /^(?:await\s+)?(?:new\s+)?\$?([\w$.:\\]+)/u.exec(value)?.[1] ?? type;
    if (made) return fullName(file, made);
  }
  return null;
}
