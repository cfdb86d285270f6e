/**
 * Declares what the route readers return (`RouteDrafts`: routes, routers and where they are mounted, before join-routes.ts adds
 * prefixes and guards), and helpers they share to read literals and arguments. Used by every reader in this folder.
 */
import type { OutlineArgument, SourceOutline } from '../../ports/outline.ts';
import type { EntryKind } from '../../protocol/findings/risk-factors.ts';
import type { FunctionRef, ProjectSymbols } from '../project-symbols.ts';
import type { Guard, GuardKind } from '../recon.ts';

/** Something that may guard; whether it does is decided by its name. */
export interface GuardDraft {
  readonly name: string;
  readonly literals?: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly at: Guard['at'];
  /** What it guards against, where more than its name says so. */
  readonly kind?: GuardKind;
  /** Guards only routes below this path. */
  readonly under?: string;
  /** Patterns of paths for which an earlier rule has decided already. */
  readonly exceptUnder?: readonly string[];
  /** Guards only handlers of these names. */
  readonly only?: readonly string[];
  /** Guards all handlers but these. */
  readonly except?: readonly string[];
}

export type HandlerDraft =
  | { readonly kind: 'expression'; readonly text: string; readonly owner: number }
  | { readonly kind: 'inline'; readonly start: number }
  /** `view`: the class that was registered, which may have inherited the function. */
  | { readonly kind: 'function'; readonly ref: FunctionRef; readonly view?: string }
  /** A class that answers with what it inherits. */
  | { readonly kind: 'class'; readonly file: string; readonly line: number; readonly name: string };

export interface RouteDraft {
  readonly file: SourceOutline;
  readonly line: number;
  readonly kind: EntryKind;
  readonly framework: string;
  readonly method: string | null;
  readonly route: string | null;
  readonly handler: HandlerDraft | null;
  readonly guards: readonly GuardDraft[];
  /** Router it belongs to, or null. */
  readonly router: string | null;
  /** A guard that comes later in the file does not count: middleware runs in order. */
  readonly isOrdered?: boolean;
}

/** Prefix and guards that a router gives to what is registered on it, and the router it is mounted on. */
export interface RouterDraft {
  readonly id: string;
  readonly parent: string | null;
  readonly prefix: string;
  /** Where it is mounted or where its guards are set: what is registered before is not guarded. */
  readonly file: string;
  readonly line: number;
  readonly guards: readonly GuardDraft[];
}

export interface RouteDrafts {
  readonly routes: readonly RouteDraft[];
  readonly routers: readonly RouterDraft[];
}

/** What a reader may look at. */
export interface RouteScope {
  readonly symbols: ProjectSymbols;
  /** Frameworks that the project imports or depends on. */
  readonly frameworks: ReadonlySet<string>;
}

export type ReadRoutes = (file: SourceOutline, scope: RouteScope) => RouteDrafts;

export const joinDrafts = (drafts: readonly RouteDrafts[]): RouteDrafts => ({
  routes: drafts.flatMap(({ routes }) => routes),
  routers: drafts.flatMap(({ routers }) => routers),
});

/** A route of a file, open and on no router unless `more` says otherwise. */
export const draftRoute = (
  file: SourceOutline,
  line: number,
  framework: string,
  more: Partial<Omit<RouteDraft, 'file' | 'line' | 'framework'>>,
): RouteDraft => ({
  file,
  line,
  kind: 'http',
  framework,
  method: null,
  route: null,
  handler: null,
  guards: [],
  router: null,
  ...more,
});

/** A function of the project as what answers. */
export const functionAt = (file: SourceOutline, index: number): HandlerDraft => ({
  kind: 'function',
  ref: { file, index, isGuess: false },
});

/** The argument as something that answers a request. */
export function toHandler(argument: OutlineArgument | undefined, owner: number): HandlerDraft | null {
  if (!argument) return null;
  if (argument.kind === 'function') return { kind: 'inline', start: argument.start };
  return { kind: 'expression', text: argument.text, owner };
}

/** Name by which a guard is known: the callee of a call, the last words of anything else. */
export const guardName = (text: string): string =>
  (/^[^(\n]{1,120}/u.exec(text.trim())?.[0] ?? '').replace(/^(?:new|await)\s+/u, '');

const MAX_LITERALS = 4;
const PLAIN = /^[\w .:/@*|-]{1,60}$/u;

/** The plain texts a guard is given, ready to be spread into its draft: `requireRole('admin')`, `@Roles('a', 'b')`. */
export function literalsIn(text: string): Pick<GuardDraft, 'literals'> {
  const given = /^(?:new\s+|await\s+)?[\w$.:]+\s*\((?<given>[^{}]*)\)$/su.exec(text.trim())?.groups?.given ?? '';
  return toLiterals([...given.matchAll(/(['"`])(?<text>(?:(?!\1).)*)\1/gsu)].map(({ groups }) => groups?.text ?? ''));
}

export const literalsGiven = (given: readonly OutlineArgument[]): Pick<GuardDraft, 'literals'> =>
  toLiterals(given.filter(({ kind }) => kind === 'text' || kind === 'list').flatMap((each) => literalsOf(each)));

function toLiterals(texts: readonly string[]): Pick<GuardDraft, 'literals'> {
  const plain = texts.filter((text) => PLAIN.test(text)).slice(0, MAX_LITERALS);
  return plain.length === 0 ? {} : { literals: plain };
}

export const methodOf = (name: string): string | null => {
  const upper = name.toUpperCase();
  if (upper === 'DEL') return 'DELETE';
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/u.test(upper) ? upper : null;
};

/** Strings of a list literal: `['GET', "POST"]`, `%i[index show]`, `[:a]`. */
export function readStrings(text: string): readonly string[] {
  const bare = /^%[iIwW][[({]([^\])}]*)[\])}]/u.exec(text)?.[1];
  if (bare !== undefined) return bare.trim().split(/\s+/u);
  return [...text.slice(0, 2_000).matchAll(/['"]([^'"]*)['"]|(?<![\w:]):([a-z_]\w*[?!]?)/gu)].map(
    ([, quoted, symbol]) => quoted ?? symbol ?? '',
  );
}

/** Names in an expression: `[IsOwner, permissions.IsStaff]`. */
export const readNames = (text: string): readonly string[] => text.match(/[A-Za-z_][\w.]*/gu) ?? [];

/** Values of a literal or of a list of literals. */
export const literalsOf = (argument: OutlineArgument | undefined): readonly string[] =>
  argument === undefined ? [] : argument.value === null ? readStrings(argument.text) : [argument.value];

export const argumentNamed = (
  given: readonly OutlineArgument[],
  ...names: readonly string[]
): OutlineArgument | undefined => given.find(({ keyword }) => keyword !== null && names.includes(keyword));
