/**
 * Observes keys that a change removes from configuration a program ships with (defaults, samples, schemas; not settings of developer
 * tools). A key in the changed release notes counts as announced. Called by user-persona.ts.
 */

import { isJsonObject, parseJsonObject } from '../../protocol/text/json-object.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { type ChangeContext, lineNear } from './breaking-changes.ts';
import { isConfigPath } from './shown-files.ts';

const NAMES_SHOWN = 8;
const MAX_DEPTH = 6;
const MAX_CHARACTERS = 300_000;

export async function observeConfig(document: TextDocument, context: ChangeContext): Promise<readonly Observation[]> {
  if (!isConfigPath(document.path) || document.text.length > MAX_CHARACTERS) return [];
  const base = await context.snapshot.readBase(document.path);
  if (base === null || base === document.text) return [];
  const [before, now] = [listKeys(document.path, base), listKeys(document.path, document.text)];
  if (before === null || now === null) return [];
  const isOld = (key: string): boolean => !now.has(key) && !context.announced.includes(lastOf(key));
  const gone = [...before].filter(isOld).filter((key) => now.has(parentOf(key)) || parentOf(key) === '');
  const [first] = gone;
  if (first === undefined) return [];
  const names = gone.map((key) => `\`${key}\``);
  return [
    {
      document,
      line: lineNear(document, base, Math.max(0, base.indexOf(lastOf(first)))),
      rule: 'config-key-removed',
      severity: 'MEDIUM',
      category: 'config',
      title: gone.length === 1 ? `The setting ${first} is gone` : `${gone.length} settings are gone`,
      issue: `Before this change the configuration had ${listSome(names, NAMES_SHOWN)}; no changed release note says what becomes of those who set it.`,
      recommendation: 'Go on accepting the old key with a warning that names the new one, or write a migration note.',
      confidence: 0.6,
      extra: {
        user_impact: 'Existing configurations hold a key that no longer means anything.',
        suggested_approach: 'Migration note with the old and the new key.',
        effort: 'small',
      },
    },
  ];
}

const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
const parentOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')));

/** Every key with those above it, joined by dots; null where the text cannot be read. */
export function listKeys(path: string, text: string): ReadonlySet<string> | null {
  if (/\.json(?:[.-]\w+)?$/iu.test(path)) {
    const parsed = parseJsonObject(text);
    return parsed && new Set(listJsonKeys(parsed, '', 0));
  }
  return new Set(/\.ya?ml(?:[.-]\w+)?$/iu.test(path) ? listIndentedKeys(text) : listAssignedKeys(text));
}

const listJsonKeys = (value: object, above: string, depth: number): readonly string[] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const key = above === '' ? name : `${above}.${name}`;
    return isJsonObject(inner) && depth < MAX_DEPTH ? [key, ...listJsonKeys(inner, key, depth + 1)] : [key];
  });

/** Keys of mappings by their indentation; entries of lists are values, not settings. */
function listIndentedKeys(text: string): readonly string[] {
  const open: { readonly indent: number; readonly key: string }[] = [];
  return text.split('\n').flatMap((line) => {
    const [, blanks = '', name] = /^( *)([\w.-]+|"[^"]+"|'[^']+')\s*:(?:\s|$)/u.exec(line.slice(0, 300)) ?? [];
    if (name === undefined) return [];
    while ((open.at(-1)?.indent ?? -1) >= blanks.length) open.pop();
    const above = open.at(-1)?.key;
    const key = `${above === undefined ? '' : `${above}.`}${name.replace(/["']/gu, '')}`;
    open.push({ indent: blanks.length, key });
    return [key];
  });
}

/** `KEY=value` under `[section]`, as in .env, ini, properties and toml. */
function listAssignedKeys(text: string): readonly string[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const header = /^\s*\[+([^\]]+)\]+\s*$/u.exec(line)?.[1];
    if (header !== undefined) {
      section = header.trim();
      return [section];
    }
    const name = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]/u.exec(line.slice(0, 300))?.[1];
    return name === undefined ? [] : [section === '' ? name : `${section}.${name}`];
  });
}
