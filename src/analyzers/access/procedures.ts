/**
 * Finds functions of JavaScript and TypeScript that requests call by name (resolvers of GraphQL, procedures of tRPC, server actions of
 * Next.js) and returns them as routes with an invented path and method: a query reads, a mutation changes. Called by access-route.ts.
 */
import type { OutlineFunction, SourceOutline } from '../../ports/outline.ts';
import { readGuards } from '../../recon/routes/decorated-routes.ts';
import { type JoinedRoute, joinRoutes } from '../../recon/routes/join-routes.ts';
import { draftRoute, functionAt, type GuardDraft, type RouteDraft } from '../../recon/routes/route-draft.ts';
import { namesIn } from './handler-code.ts';
import { familyOf } from './route-hints.ts';
import type { RouteProject } from './route-project.ts';

/** Frameworks of these routes: their guards stand in the function or on the procedure, on no router. */
export const PROCEDURE_FRAMEWORKS = /^(?:graphql|trpc|server-action)$/u;

export function findProcedures(project: RouteProject): readonly JoinedRoute[] {
  const routes = project.symbols.outlines
    .filter(({ language }) => familyOf(language) === 'script')
    .flatMap((file) => {
      const code = project.codeOf(file.path);
      return [
        ...readResolvers(file, code),
        ...readResolverClasses(file),
        ...readTrpc(file, code),
        ...readActions(file, code),
      ];
    });
  return joinRoutes({ routes, routers: [] }, project.symbols);
}

const ROOTS = /\b(?<root>Query|Mutation)\s*(?::(?:[^={;]*=)?|(?::[^={;]*)?=)\s*\{/gu;

/** `Query: { invoice: (_, { id }, context) => … }`, also as a constant of its own. */
function readResolvers(file: SourceOutline, code: string): readonly RouteDraft[] {
  if (!/resolver|graphql|apollo|GraphQL/u.test(code)) return [];
  return [...code.matchAll(ROOTS)].flatMap(({ index, 0: opening, groups }) => {
    const start = index + opening.length - 1;
    const end = findEnd(code, start);
    const inside = file.functions.filter((each) => each.start > start && each.end <= end && each.name !== '');
    return inside
      .filter((each) => !inside.some((other) => other !== each && other.start <= each.start && each.end <= other.end))
      .map((each) =>
        draftCall(file, each, { framework: 'graphql', isRead: groups?.root === 'Query', name: each.name }),
      );
  });
}

/** NestJS and type-graphql: `@Mutation(() => Boolean) deleteTicket(@Args('id') id: number)` of a class with `@Resolver`. */
const readResolverClasses = (file: SourceOutline): readonly RouteDraft[] =>
  file.functions.flatMap((made) => {
    const owner = file.classes[made.classIndex];
    const own = made.decorators.filter(({ isOnParameter }) => !isOnParameter);
    const act = own.find(({ name }) => /^(?:Query|Mutation)$/u.test(name));
    if (!owner?.decorators.some(({ name }) => name === 'Resolver') || act === undefined) return [];
    const called = { framework: 'graphql', isRead: act.name === 'Query', name: made.name };
    return [{ ...draftCall(file, made, called), line: act.line, guards: readGuards(file, owner, own) }];
  });

const PROCEDURE = /(?:^|\.)(?<base>\w*[pP]rocedure)\b(?:\.\w+\(\))*\.(?<act>query|mutation)$/u;

/** `invoice: protectedProcedure.input(…).query(({ input }) => …)`. What the procedure is called says who may call it. */
const readTrpc = (file: SourceOutline, code: string): readonly RouteDraft[] =>
  file.calls.flatMap((call) => {
    const found = PROCEDURE.exec(call.callee)?.groups;
    const answer = call.arguments.find(({ kind }) => kind === 'function');
    const made = file.functions.find(({ start }) => start === answer?.start);
    if (found === undefined || made === undefined) return [];
    const name = /(?<name>\w+)\s*:\s*$/u.exec(code.slice(0, call.start).slice(-80))?.groups?.name ?? 'procedure';
    const base = found.base ?? '';
    const guards: readonly GuardDraft[] = /^(?:public|open|base|t)?_?[pP]rocedure$/u.test(base)
      ? []
      : [
          {
            name: base,
            file: file.path,
            line: made.line,
            at: 'route',
            kind: /admin|staff/iu.test(base) ? 'authorization' : 'authentication',
          },
        ];
    return [{ ...draftCall(file, made, { framework: 'trpc', isRead: found.act === 'query', name }), guards }];
  });

/** Every function that a file with 'use server' exports can be called from outside. */
const readActions = (file: SourceOutline, code: string): readonly RouteDraft[] =>
  /^\s*['"]use server['"]/u.test(code)
    ? file.functions
        .filter(
          ({ name, owner }) =>
            owner < 0 && name !== '' && file.exports.some((each) => (each.local ?? each.name) === name),
        )
        .map((each) =>
          draftCall(file, each, {
            framework: 'server-action',
            isRead: /^(?:get|list|find|fetch|load|read|search)(?=[A-Z]|$)/u.test(each.name),
            name: each.name,
          }),
        )
    : [];

interface Called {
  readonly framework: string;
  readonly isRead: boolean;
  readonly name: string;
}

const ID = /^(?:id|\w+(?:Id|ID|_id)|slug|email|username)$/u;

/** The path is made from the name and the ids it takes: `deleteInvoice(id)` is `POST /deleteInvoice/invoices/:id`. */
function draftCall(file: SourceOutline, made: OutlineFunction, { framework, isRead, name }: Called): RouteDraft {
  const taken = made.parameters.flatMap((each) => namesIn(each.name.replace(/\}.*$/su, '')));
  const isById = taken.some((each) => ID.test(each)) || /\b(?:args|input)\b/u.test(taken.join(' '));
  const ids = taken.filter((each) => ID.test(each));
  const noun = name.replace(
    /^(?:get|list|find|fetch|load|read|search|create|add|update|edit|set|change|delete|remove|destroy|rename|my|all|by)+(?=[A-Z])/u,
    '',
  );
  const thing = noun.replace(/By[A-Z]\w*$/u, '').replace(/^\w/u, (first) => first.toLowerCase());
  const act = noun === name ? '' : `/${name}`;
  return draftRoute(file, made.line, framework, {
    method: isRead ? 'GET' : 'POST',
    route: `${act}/${thing}${isById ? `/:${ids[0] ?? 'id'}` : ''}`,
    handler: functionAt(file, file.functions.indexOf(made)),
  });
}

/** Where the bracket at `start` is closed. Texts are looked over: a bracket in one would end too early or too late. */
function findEnd(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    const char = code[at];
    if (char === "'" || char === '"') {
      const rest = code.slice(at + 1).search(new RegExp(`(?<!\\\\)${char}|\\n`, 'u'));
      at += rest < 0 ? 0 : rest + 1;
    } else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return code.length;
}
