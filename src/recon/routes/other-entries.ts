/**
 * Reads entry points that are mostly not HTTP from the outline of a file: commands, messages, remote procedures, jobs, by the patterns
 * of `knowledge/entries.yml`; and hooks of WordPress. Called by read-routes.ts.
 */

import type { OutlineArgument, OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { fullCallee } from '../full-names.ts';
import entries from '../knowledge/entries.json' with { type: 'json' };
import type { EntryRow } from '../knowledge/entry-row.ts';
import { draftRoute, functionAt, literalsOf, type ReadRoutes, type RouteDraft, toHandler } from './route-draft.ts';

const PATTERNS = (entries as readonly EntryRow[]).map(({ pattern, needs, ...row }) => ({
  ...row,
  pattern: new RegExp(pattern, 'u'),
  needs: needs === undefined ? null : new RegExp(needs, 'u'),
}));

type EntryPattern = (typeof PATTERNS)[number];

const DECORATORS = PATTERNS.filter(({ on }) => on === 'decorator');
const CALLS = Object.groupBy(
  PATTERNS.flatMap((row) => row.languages.map((language) => ({ ...row, language }))),
  ({ language }) => language,
);

const imports = (file: SourceOutline, { needs }: EntryPattern): boolean =>
  needs === null || file.imports.some(({ module }) => needs.test(module));

export const readOtherEntries: ReadRoutes = (file) => ({
  routes: [
    ...file.calls.flatMap((call) => readCall(file, call)),
    ...file.functions.flatMap((_each, index) => readDecorators(file, index)),
    ...readCommands(file),
    ...readMain(file),
  ],
  routers: [],
});

function readCall(file: SourceOutline, call: OutlineCall): readonly RouteDraft[] {
  const found = (CALLS[file.language] ?? []).find(
    ({ pattern }) => pattern.test(call.callee) || pattern.test(fullCallee(file, call)),
  );
  if (!found || !imports(file, found)) return [];
  if (found.framework === 'wordpress') return readWordPress(file, call);
  const [name] = literalsOf(call.arguments.find(({ kind }) => kind === 'text'));
  if (
    found.framework === 'socket.io' &&
    (name === undefined || /^(?:connect|disconnect|error|close|open|listening)/u.test(name))
  )
    return [];
  const last = call.arguments.findLast(
    ({ kind, keyword }) => kind === 'function' || (kind === 'name' && keyword === null),
  );
  const around = call.owner < 0 ? null : functionAt(file, call.owner);
  const handler = found.kind === 'cli' && last?.kind !== 'function' ? around : toHandler(last, call.owner);
  const { kind, framework } = found;
  return [draftRoute(file, call.arguments[0]?.line ?? call.line, framework, { kind, route: name ?? null, handler })];
}

function readDecorators(file: SourceOutline, index: number): readonly RouteDraft[] {
  const each = file.functions[index];
  return (each?.decorators ?? []).flatMap((decorator) => {
    const found = decorator.isOnParameter
      ? undefined
      : DECORATORS.find((one) => one.pattern.test(decorator.name) && imports(file, one));
    if (!found) return [];
    const named = decorator.arguments.find(
      ({ keyword }) => keyword === null || /^(?:topics|queues|name|destination|value)$/u.test(keyword),
    );
    const route = firstText(named) ?? each?.name ?? null;
    return [
      draftRoute(file, decorator.line, found.framework, { kind: found.kind, route, handler: functionAt(file, index) }),
    ];
  });
}

const firstText = (argument: OutlineArgument | undefined): string | null =>
  argument?.value ?? /['"]([^'"]+)['"]/u.exec(argument?.text ?? '')?.[1] ?? null;

/** `add_action('wp_ajax_nopriv_x', 'handle')`, `register_rest_route('shop/v1', '/orders', …)`. */
function readWordPress(file: SourceOutline, call: OutlineCall): readonly RouteDraft[] {
  const [first, second] = call.arguments;
  const isAjax = /^(?:wp_ajax_|admin_post_)/u.test(first?.value ?? '');
  const isRest = call.callee === 'register_rest_route';
  if (!(isAjax || isRest)) return [];
  const route = isRest ? `/${first?.value ?? ''}/${(second?.value ?? '').replace(/^\//u, '')}` : (first?.value ?? '');
  const handler: RouteDraft['handler'] = second?.value
    ? { kind: 'expression', text: second.value, owner: call.owner }
    : null;
  const isChecked = isAjax && !/nopriv/u.test(route);
  const guards = isChecked
    ? [{ name: 'logged in', file: file.path, line: call.line, at: 'route' as const, kind: 'authentication' as const }]
    : [];
  return [draftRoute(file, call.line, 'wordpress', { route, handler: isRest ? null : handler, guards })];
}

/** `&cobra.Command{Use: "serve"}`. */
const readCommands = (file: SourceOutline): readonly RouteDraft[] =>
  file.bindings.flatMap(({ value, line }) => {
    if (!/^&?cobra\.Command\{/u.test(value)) return [];
    const name = /\bUse:\s*["`]([^"`\s]+)/u.exec(value)?.[1] ?? null;
    const run = /\bRunE?:\s*([\w.]+)\s*[,}]/u.exec(value)?.[1];
    const handler: RouteDraft['handler'] =
      run === undefined || run === 'func' ? null : { kind: 'expression', text: run, owner: -1 };
    return [draftRoute(file, line, 'cobra', { kind: 'cli', route: name, handler })];
  });

/** A program that reads its own arguments, once per file and only where no library does. */
function readMain(file: SourceOutline): readonly RouteDraft[] {
  const main =
    file.language === 'java' || file.language === 'csharp'
      ? file.functions.findIndex(({ name, modifiers }) => /^main$/iu.test(name) && modifiers.includes('static'))
      : -1;
  const { functions, globals, language } = file;
  if (main >= 0)
    return [draftRoute(file, functions[main]?.line ?? 1, language, { kind: 'cli', handler: functionAt(file, main) })];
  const own = globals.find(({ name }) => /^(?:process\.argv|sys\.argv|os\.Args|ARGV)$/u.test(name));
  return own ? [draftRoute(file, own.line, language, { kind: 'cli' })] : [];
}
