/**
 * Tells whether two places belong together in the code: a function that answers an entry point calls, directly or not, the code of the
 * place, or the place is part of a guard before it (FACT-07). That they stand in one file links nothing. Pure; calls guessed by name
 * do not count. Called for attack chains, by reviewers/embedded/audit/open-audit-context.ts.
 */
import { type CallGraph, listAround, nodeAt, nodeId, topOf } from './call-graph.ts';
import { type EntryIndex, MAX_CALLS, nameEntry } from './complete-flow.ts';
import { declaredName } from './identity-places.ts';
import { type ProjectSymbols, resolveFunction } from './project-symbols.ts';
import { type CodePlace, type Endpoint, type Guard, isAccessGuard } from './recon.ts';

/** An entry point as a way names it: where it is declared, and what its first step says. */
export interface PathStart {
  /** `file:line`. */
  readonly entry: string;
  readonly what: string;
}

/** Whether whoever enters there runs the code of the place. */
export const leadsTo = (graph: CallGraph, entries: EntryIndex, start: PathStart, place: CodePlace): boolean =>
  isRunBy(
    graph,
    new Set(
      [...entries]
        .filter(([, entry]) => `${entry.file}:${entry.line}` === start.entry && nameEntry(entry) === start.what)
        .map(([node]) => node),
    ),
    place,
  );

/** The guard of the endpoint that the place is a part of; null where it is of none. */
export function findGuardAround(
  graph: CallGraph,
  symbols: ProjectSymbols,
  { guards }: Pick<Endpoint, 'guards'>,
  place: CodePlace,
): Guard | null {
  const isPart = (guard: Guard): boolean =>
    (guard.at === 'handler' && guard.file === place.file && guard.line === place.line) ||
    isRunBy(graph, functionsOf(symbols, guard), place);
  return guards.filter(isAccessGuard).find(isPart) ?? null;
}

function functionsOf(symbols: ProjectSymbols, { file, name }: Guard): ReadonlySet<string> {
  const outline = symbols.outlines.find(({ path }) => path === file);
  if (outline === undefined) return new Set();
  return new Set(
    resolveFunction(symbols, outline, declaredName(name), -1)
      .filter(({ isGuess }) => !isGuess)
      .map((found) => nodeId(found.file, found.index)),
  );
}

/** From the place outwards and back over its callers, until one of the functions is met. */
function isRunBy(graph: CallGraph, functions: ReadonlySet<string>, { file, line }: CodePlace): boolean {
  const start = nodeAt(graph, file, line)?.id ?? topOf(file);
  const seen = new Set([start]);
  let wave = [start];
  for (let calls = 0; wave.length > 0 && calls <= MAX_CALLS; calls += 1) {
    const around = wave.flatMap((id) => listAround(graph, id));
    if (around.some((id) => functions.has(id))) return true;
    wave = [
      ...new Set(
        around.flatMap((id) =>
          (graph.edgesTo.get(id) ?? [])
            .filter(({ kind, isGuess }) => kind === 'call' && !isGuess)
            .map(({ from }) => from),
        ),
      ),
    ].filter((id) => !seen.has(id));
    for (const id of wave) seen.add(id);
  }
  return false;
}
