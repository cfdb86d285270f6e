/**
 * Reads the routes of Ktor from the outline of a Kotlin file: `route("/a") { authenticate("jwt") { get("/b") { … } } }`. The blocks
 * around a route give it its path and its guards. Called by read-routes.ts.
 */
import type { OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { functionsAround } from '../file-symbols.ts';
import { resolveFunction } from '../project-symbols.ts';
import {
  draftRoute,
  type GuardDraft,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
} from './route-draft.ts';

/** A call with a block behind it: the outline holds the block as a function of its own. */
interface Block {
  readonly name: string;
  /** The call in front of the block, with what is handed over; null for `authenticate { … }`. */
  readonly call: OutlineCall | null;
  readonly outer: OutlineCall;
  /** The function that is the block. */
  readonly index: number;
}

const VERB = /^(?:get|post|put|patch|delete|head|options)$/u;

export const readKtorRoutes: ReadRoutes = (file, scope) => {
  if (!file.imports.some(({ module }) => module.startsWith('io.ktor.server'))) return { routes: [], routers: [] };
  const blocks = listBlocks(file);
  return {
    routes: blocks.flatMap((block) => readRoute(file, block, blocks)),
    routers: file.calls.flatMap((call) => mountExtension(file, call, blocks, scope)),
  };
};

const listBlocks = (file: SourceOutline): readonly Block[] =>
  file.calls.flatMap((outer) => {
    const name = /^(?:\w+\.)?(?<name>\w+)(?:\(\))?\{\}$/u.exec(outer.callee)?.groups?.name;
    const index = file.functions.findIndex(({ end, name: own }) => own === '' && end === outer.end);
    if (name === undefined || index < 0) return [];
    const call = file.calls.find(
      ({ start, end, callee }) => start === outer.start && end < outer.end && callee.endsWith(name),
    );
    return [{ name, call: call ?? null, outer, index }];
  });

const pathOf = ({ call }: Block): string | null => call?.arguments[0]?.value ?? null;

function readRoute(file: SourceOutline, block: Block, blocks: readonly Block[]): readonly RouteDraft[] {
  const path = pathOf(block);
  if (!VERB.test(block.name) || (block.call !== null && path === null)) return [];
  const { prefix, guards, router } = climb(file, block.outer.owner, blocks);
  return [
    draftRoute(file, block.outer.line, 'ktor', {
      method: methodOf(block.name),
      route: `${prefix}/${path ?? ''}`,
      handler: { kind: 'inline', start: file.functions[block.index]?.start ?? 0 },
      guards,
      router,
    }),
  ];
}

interface Surroundings {
  readonly prefix: string;
  readonly guards: readonly GuardDraft[];
  readonly router: string | null;
}

/** Blocks around a place, outside in, up to the function that declares them. */
function climb(file: SourceOutline, owner: number, blocks: readonly Block[]): Surroundings {
  const around = functionsAround(file, owner);
  const outside = around.flatMap((index) => blocks.find((block) => block.index === index) ?? []).toReversed();
  const named = around.find((index) => file.functions[index]?.name !== '');
  return {
    prefix: outside.map((block) => (block.name === 'route' ? `/${pathOf(block) ?? ''}` : '')).join(''),
    guards: outside.flatMap((block) => toGuard(file, block)),
    router: named === undefined ? null : routerOf(file, named),
  };
}

const routerOf = (file: SourceOutline, index: number): string => `${file.path}#${index}#ktor`;

/** Every block around that is none of the frame's own may ask for something: `authenticate`, `withRole("admin")`. */
function toGuard(file: SourceOutline, { name, call, outer }: Block): readonly GuardDraft[] {
  if (/^(?:route|routing|install|rateLimit)$/u.test(name) || VERB.test(name)) return [];
  const isOptional = call?.arguments.some(({ text }) => /\boptional\s*=\s*true\b/u.test(text)) === true;
  if (isOptional) return [];
  const literals = (call?.arguments ?? []).flatMap(({ value }) => value ?? []);
  const place = { name, file: file.path, line: outer.line, at: 'router' as const };
  return [name === 'authenticate' ? { ...place, kind: 'authentication' } : { ...place, literals }];
}

/** `fun Route.posts()` called inside `route("/api") { posts() }` has the path and guards of where it is called. */
function mountExtension(
  file: SourceOutline,
  call: OutlineCall,
  blocks: readonly Block[],
  { symbols }: RouteScope,
): readonly RouterDraft[] {
  if (!/^\w+$/u.test(call.callee) || VERB.test(call.callee) || call.owner < 0) return [];
  const { prefix, guards, router } = climb(file, call.owner, blocks);
  const [target] = resolveFunction(symbols, file, call.callee, call.owner);
  if (!target || router === null) return [];
  const id = routerOf(target.file, target.index);
  return id === router ? [] : [{ id, parent: router, prefix, file: file.path, line: call.line, guards }];
}
