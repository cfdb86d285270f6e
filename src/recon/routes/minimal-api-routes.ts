/**
 * Reads the routes of minimal APIs of ASP.NET Core from the outline of a C# file: `app.MapGet("/x", …).RequireAuthorization()`, and
 * groups of them. Called by read-routes.ts.
 */
import type { OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { chainOf, lastWord, rootOf, symbolsOf } from '../file-symbols.ts';
import { draftRoute, type GuardDraft, methodOf, type ReadRoutes, type RouterDraft, toHandler } from './route-draft.ts';
import { findRouter } from './router-id.ts';

const MAP = /\.Map(Get|Post|Put|Patch|Delete|Methods)$/u;
const GUARD = /\.(?:RequireAuthorization|AddEndpointFilter|RequireRateLimiting|RequireCors|RequireHost)$/u;

export const readMinimalApi: ReadRoutes = (file, { symbols }) => ({
  routes: file.calls.flatMap((call) => {
    const verb = MAP.exec(call.callee)?.[1];
    const [path] = call.arguments;
    if (verb === undefined || !path || path.value === null) return [];
    const chain = chainOf(file, call);
    const isOpen = chain.some(({ callee }) => callee.endsWith('.AllowAnonymous'));
    return [
      draftRoute(file, path.line, 'aspnet', {
        method: methodOf(verb),
        route: path.value,
        handler: toHandler(call.arguments.at(-1), call.owner),
        guards: isOpen ? [] : chainGuards(file, chain, 'route'),
        router: isOpen ? null : findRouter(symbols, file, rootOf(call.callee), call.owner),
      }),
    ];
  }),
  routers: file.bindings.flatMap((binding): readonly RouterDraft[] => {
    const chain = symbolsOf(file).chains.get(binding.valueStart) ?? [];
    const made = chain.find(({ callee }) => callee.endsWith('.MapGroup'));
    if (!made) return [];
    const id = findRouter(symbols, file, binding.name, binding.owner);
    const parent = findRouter(symbols, file, rootOf(made.callee), binding.owner);
    const guards = chainGuards(file, chain, 'router');
    return id === parent
      ? []
      : [{ id, parent, prefix: made.arguments[0]?.value ?? '', file: file.path, line: binding.line, guards }];
  }),
});

const chainGuards = (file: SourceOutline, chain: readonly OutlineCall[], at: GuardDraft['at']): readonly GuardDraft[] =>
  chain
    .filter(({ callee }) => GUARD.test(callee))
    .map((call) => {
      const name = lastWord(call.callee);
      const place = { name, file: file.path, line: call.endLine, at };
      return name === 'RequireAuthorization' && call.arguments.length === 0
        ? { ...place, kind: 'authentication' as const }
        : place;
    });
