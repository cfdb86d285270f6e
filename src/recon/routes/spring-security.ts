/**
 * Reads the path rules of Spring Security as guards (`requestMatchers("/admin/**").hasRole("ADMIN")`, first match wins), and the
 * functional routes of WebFlux. Called by read-routes.ts.
 */
import type { OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { symbolsOf } from '../file-symbols.ts';
import {
  draftRoute,
  type GuardDraft,
  literalsOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
} from './route-draft.ts';

const MATCHER = /(?:requestMatchers|antMatchers|mvcMatchers|pathMatchers|anyRequest|anyExchange)$/u;
const DECISION =
  /\.(hasRole|hasAnyRole|hasAuthority|hasAnyAuthority|authenticated|fullyAuthenticated|permitAll|denyAll|access)$/u;

export const readSpringSecurity: ReadRoutes = (file) => {
  const guards: GuardDraft[] = [];
  const decided: string[] = [];
  for (const chain of symbolsOf(file).chains.values()) {
    if (chain.some(({ callee }) => DECISION.test(callee))) readChain(file, chain, guards, decided);
  }
  const router: RouterDraft = { id: 'java#application', parent: null, prefix: '', file: file.path, line: 1, guards };
  return { routes: readFunctional(file), routers: guards.length === 0 ? [] : [router] };
};

function readChain(file: SourceOutline, chain: readonly OutlineCall[], guards: GuardDraft[], decided: string[]): void {
  chain.forEach((call, index) => {
    const word = DECISION.exec(call.callee)?.[1];
    const matcher = chain[index - 1];
    if (word === undefined || !matcher || !MATCHER.test(matcher.callee)) return;
    const patterns = matcher.arguments.flatMap(literalsOf);
    const paths = /any(?:Request|Exchange)$/u.test(matcher.callee) ? ['/'] : patterns;
    guards.push(...(word === 'permitAll' ? [] : paths.map((under) => toGuard(file, call, word, { under, decided }))));
    decided.push(...patterns);
  });
}

const toGuard = (
  file: SourceOutline,
  call: OutlineCall,
  word: string,
  { under, decided }: { readonly under: string; readonly decided: readonly string[] },
): GuardDraft => ({
  name: word,
  file: file.path,
  line: call.arguments[0]?.line ?? call.endLine,
  at: 'application',
  kind: /uthenticated$/u.test(word) ? 'authentication' : 'authorization',
  under,
  exceptUnder: [...decided],
});

/** WebFlux: `route().GET("/x", handler::list)` and `route(GET("/x"), handler::list)`. */
function readFunctional(file: SourceOutline): readonly RouteDraft[] {
  if (!file.imports.some(({ module }) => module.startsWith('org.springframework.web'))) return [];
  return file.calls.flatMap((call) => {
    const method = /(?:^|\.)(GET|POST|PUT|PATCH|DELETE)$/u.exec(call.callee)?.[1];
    const [first, second] = call.arguments;
    if (method === undefined || first?.value === null || first?.value === undefined) return [];
    const text = second?.text ?? '';
    return [
      draftRoute(file, first.line, 'spring', {
        method,
        route: first.value,
        handler: text === '' ? null : { kind: 'expression', text, owner: call.owner },
        router: 'java#application',
      }),
    ];
  });
}
