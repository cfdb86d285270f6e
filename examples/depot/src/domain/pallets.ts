import type { Database } from '../utils/database.js';

export type PalletState = 'empty' | 'loading' | 'wrapped' | 'shipped' | 'broken';

/** What somebody wants to enter. */
export interface PalletDraft {
  readonly code: string;
  readonly dockId: number;
  readonly weightGrams: number;
  readonly wrapped: boolean;
}

export interface Pallet extends PalletDraft {
  readonly id: number;
  readonly state: PalletState;
}

interface Row {
  readonly id: number;
  readonly state: PalletState;
  readonly code: string;
  readonly dock_id: number;
  readonly weight_grams: number;
  readonly wrapped: boolean;
}

/** Where a pallet may go from each state; the last one is final. */
const NEXT: Readonly<Record<PalletState, readonly PalletState[]>> = {
  empty: ['loading', 'wrapped'],
  loading: ['wrapped', 'shipped'],
  wrapped: ['shipped', 'broken'],
  shipped: ['broken'],
  broken: [],
};

const toModel = (row: Row): Pallet => ({ id: row.id, state: row.state, code: row.code, dockId: row.dock_id, weightGrams: row.weight_grams, wrapped: row.wrapped });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: PalletDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z]{2}[0-9]{9}$/u.test(draft.code)) problems.push(`code must be two letters and nine digits, got "${draft.code}"`);
  if (!Number.isInteger(draft.dockId)) problems.push('dockId must be the number of a dock');
  if (draft.weightGrams < 1 || draft.weightGrams > 31_500) problems.push('weightGrams must be from 1 to 31500');
  if (draft.wrapped && draft.weightGrams === 0) problems.push('an empty pallet is not wrapped');
  return problems;
}

export async function find(database: Database, id: number): Promise<Pallet | null> {
  const [row] = await database.all<Row>('SELECT id, state, code, dock_id, weight_grams, wrapped FROM pallets WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: PalletDraft): Promise<number> {
  const values = [draft.code, draft.dockId, draft.weightGrams, draft.wrapped];
  return database.insert('INSERT INTO pallets (state, code, dock_id, weight_grams, wrapped) VALUES (?, ?, ?, ?, ?)', ['empty', ...values]);
}

/** Throws where the pallet may not go there from where it is. */
export async function setState(database: Database, id: number, state: PalletState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no pallet ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a pallet that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE pallets SET state = ? WHERE id = ?', [state, id]);
}

/** Grams of everything on the pallet, wood included. */
export const grossWeight = (pallet: Pallet, boxes: readonly number[]): number =>
  boxes.reduce((sum, grams) => sum + grams, 25_000) + (pallet.wrapped ? 400 : 0);

/** Pallets for one dock in the order in which the lorry takes them: the last stop is loaded first. */
export function loadingOrder(pallets: readonly Pallet[], stopOf: ReadonlyMap<number, number>): readonly Pallet[] {
  return [...pallets].sort((a, b) => (stopOf.get(b.id) ?? 0) - (stopOf.get(a.id) ?? 0));
}
