/**
 * Says for each affected package whether code of the project imports it, or (npm, Cargo) a direct dependency that brings it in, as true, false
 * or unknown, with places and a sentence for the finding. Called by advisories.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { PinnedPackage } from '../packages/locked-versions.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { type ListBringing, readBringing } from './bringing-packages.ts';
import { findImports, type ImportState, type WantedPackage } from './package-imports.ts';

/** A package where its manifest stands. */
export interface PackagePlace {
  readonly document: TextDocument;
  readonly pinned: PinnedPackage;
}

export interface PackageReach {
  /** Null where nobody can tell. */
  readonly isImported: boolean | null;
  /** `path:line` of imports. */
  readonly places: readonly string[];
  /** In a sentence or two. */
  readonly text: string;
}

/** One for each of `asked`, in their order. `all` is everything that the manifests bring in. */
export async function findReach(
  asked: readonly PackagePlace[],
  all: readonly PackagePlace[],
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<readonly PackageReach[]> {
  if (asked.length === 0) return [];
  const bringing = await readAllBringing(asked, all, snapshot);
  const wanted = new Map<string, WantedPackage>();
  const listNames = ({ document, pinned }: PackagePlace): readonly string[] =>
    pinned.isDirect ? [] : (bringing.get(document.path)?.(pinned.name) ?? []);
  for (const each of asked)
    for (const name of [each.pinned.name, ...listNames(each)]) {
      const one = { ecosystem: each.pinned.ecosystem, name, manifest: each.document.path };
      wanted.set(keyOf(one), one);
    }
  const states = await findImports([...wanted.values()], snapshot, signal);
  const byKey = new Map([...wanted.keys()].map((key, at) => [key, states[at] as ImportState]));
  return asked.map((each) => {
    const { ecosystem } = each.pinned;
    const stateOf = (name: string): ImportState =>
      byKey.get(keyOf({ ecosystem, name, manifest: each.document.path })) ?? {
        kind: 'unknown',
        reason: 'not searched',
      };
    const through = listNames(each).map((name) => ({ name, state: stateOf(name) }));
    const own = stateOf(each.pinned.name);
    return each.pinned.isDirect || own.kind === 'imported' ? describeOwn(own) : describeThrough(through);
  });
}

const keyOf = ({ ecosystem, name, manifest }: WantedPackage): string => JSON.stringify([ecosystem, name, manifest]);

async function readAllBringing(
  asked: readonly PackagePlace[],
  all: readonly PackagePlace[],
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, ListBringing>> {
  const found = new Map<string, ListBringing>();
  for (const { document, pinned } of asked) {
    if (pinned.isDirect || !['npm', 'crates.io'].includes(pinned.ecosystem) || found.has(document.path)) continue;
    const direct = all.filter((each) => each.pinned.isDirect && each.document.path === document.path);
    found.set(
      document.path,
      await readBringing(document.path, [...new Set(direct.map((each) => each.pinned.name))], snapshot),
    );
  }
  return found;
}

const describePlaces = ({ places, count }: Extract<ImportState, { kind: 'imported' }>): string => {
  const others = count - 1;
  return `${places[0]}${others === 0 ? '' : ` and ${others} more file${others === 1 ? '' : 's'}`}`;
};

function describeOwn(own: ImportState): PackageReach {
  if (own.kind === 'imported')
    return { isImported: true, places: own.places, text: `Imported in ${describePlaces(own)}.` };
  if (own.kind === 'not-imported') return { isImported: false, places: [], text: 'No file of the project imports it.' };
  return { isImported: null, places: [], text: `Whether it is imported is not known: ${own.reason}.` };
}

const MOST_NAMED = 3;

function describeThrough(through: readonly { readonly name: string; readonly state: ImportState }[]): PackageReach {
  for (const { name, state } of through)
    if (state.kind === 'imported')
      return {
        isImported: true,
        places: state.places,
        text: `It comes in through \`${name}\`, which is imported in ${describePlaces(state)}.`,
      };
  const names = listSome(
    through.map(({ name }) => `\`${name}\``),
    MOST_NAMED,
  );
  if (through.length > 0 && through.every(({ state }) => state.kind === 'not-imported'))
    return {
      isImported: false,
      places: [],
      text: `It comes in through ${names}, which no file of the project imports.`,
    };
  const from = through.length === 0 ? 'another dependency' : names;
  return {
    isImported: null,
    places: [],
    text: `It comes in through ${from}. Whether code of the project reaches it is not known.`,
  };
}
