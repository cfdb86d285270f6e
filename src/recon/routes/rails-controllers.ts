/**
 * Finds the guards of a Rails action: filters of its controller such as `before_action :authenticate_user!, only: [:create]`,
 * inherited and skipped ones too. Called by ruby-routes.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { lastWord } from '../file-symbols.ts';
import type { ProjectSymbols } from '../project-symbols.ts';
import { argumentNamed, type GuardDraft, literalsOf } from './route-draft.ts';

const FILTER =
  /^(?:prepend_)?before_(?:action|filter)$|^(?:protect_from_forgery|load_and_authorize_resource|authorize_resource|http_basic_authenticate_with|skip_before_action|skip_before_filter|skip_authorization_check|skip_forgery_protection|verify_authorized)$/u;
const MAX_LEVELS = 6;

export function controllerGuards(
  symbols: ProjectSymbols,
  file: SourceOutline,
  className: string,
  action: string,
): readonly GuardDraft[] {
  const skipped = new Set<string>();
  const guards: GuardDraft[] = [];
  let owner: SourceOutline | undefined = file;
  let name = className;
  for (let level = 0; owner && level < MAX_LEVELS; level += 1) {
    for (const guard of readFilters(owner, name, action, skipped)) if (!skipped.has(guard.name)) guards.push(guard);
    const base: string = lastWord(owner.classes.find((each) => lastWord(each.name) === name)?.bases.at(-1) ?? '');
    owner =
      base === ''
        ? undefined
        : symbols.outlines.find(({ classes }) => classes.some((each) => lastWord(each.name) === base));
    name = base;
  }
  return guards;
}

function readFilters(
  file: SourceOutline,
  className: string,
  action: string,
  skipped: Set<string>,
): readonly GuardDraft[] {
  const owner = file.classes.find((each) => lastWord(each.name) === className);
  const inside = file.calls.filter(
    ({ callee, start, owner: around }) =>
      FILTER.test(callee) && around < 0 && owner !== undefined && start >= owner.start && start < owner.end,
  );
  return inside.flatMap((call) => {
    const only = argumentNamed(call.arguments, 'only');
    const except = literalsOf(argumentNamed(call.arguments, 'except'));
    if ((only && !literalsOf(only).includes(action)) || except.includes(action)) return [];
    const plain = call.arguments.filter(({ keyword, value }) => keyword === null && value !== null);
    const names =
      plain.length === 0 || !/^(?:prepend_)?(?:skip_)?before/u.test(call.callee)
        ? [call.callee]
        : plain.map(({ value }) => value ?? '');
    if (call.callee.startsWith('skip_')) {
      for (const name of names) skipped.add(name);
      return [];
    }
    return names.map((name) => ({ name, file: file.path, line: call.line, at: 'router' as const }));
  });
}
