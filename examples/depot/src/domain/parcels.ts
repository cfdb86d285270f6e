import type { Database } from '../utils/database.js';

export type ParcelState = 'packed' | 'labelled' | 'collected' | 'delivered' | 'lost';

/** What somebody wants to enter. */
export interface ParcelDraft {
  readonly code: string;
  readonly carrierId: number;
  readonly weightGrams: number;
  readonly destination: string;
}

export interface Parcel extends ParcelDraft {
  readonly id: number;
  readonly state: ParcelState;
}

interface Row {
  readonly id: number;
  readonly state: ParcelState;
  readonly code: string;
  readonly carrier_id: number;
  readonly weight_grams: number;
  readonly destination: string;
}

/** Where a parcel may go from each state; the last one is final. */
const NEXT: Readonly<Record<ParcelState, readonly ParcelState[]>> = {
  packed: ['labelled', 'collected'],
  labelled: ['collected', 'delivered'],
  collected: ['delivered', 'lost'],
  delivered: ['lost'],
  lost: [],
};

const toModel = (row: Row): Parcel => ({ id: row.id, state: row.state, code: row.code, carrierId: row.carrier_id, weightGrams: row.weight_grams, destination: row.destination });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: ParcelDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z]{2}[0-9]{9}$/u.test(draft.code)) problems.push(`code must be two letters and nine digits, got "${draft.code}"`);
  if (!Number.isInteger(draft.carrierId) || draft.carrierId < 1) problems.push('carrierId must be the number of a carrier');
  if (draft.weightGrams < 1 || draft.weightGrams > 31_500) problems.push('weightGrams must be from 1 to 31500');
  if (draft.destination.trim().length < 8) problems.push('destination must hold street, post code and town');
  return problems;
}

export async function find(database: Database, id: number): Promise<Parcel | null> {
  const [row] = await database.all<Row>('SELECT id, state, code, carrier_id, weight_grams, destination FROM parcels WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: ParcelDraft): Promise<number> {
  const values = [draft.code, draft.carrierId, draft.weightGrams, draft.destination];
  return database.insert('INSERT INTO parcels (state, code, carrier_id, weight_grams, destination) VALUES (?, ?, ?, ?, ?)', ['packed', ...values]);
}

/** Throws where the parcel may not go there from where it is. */
export async function setState(database: Database, id: number, state: ParcelState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no parcel ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a parcel that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE parcels SET state = ? WHERE id = ?', [state, id]);
}

/** Grams that a pallet still takes, given what already stands on it. */
export function freeWeight(limitGrams: number, parcels: readonly Parcel[]): number {
  const used = parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0);
  return Math.max(0, limitGrams - used);
}

/** Heavy parcels go to the bottom; among equals the older one first. */
export function stackOrder(parcels: readonly Parcel[]): readonly Parcel[] {
  return [...parcels].sort((a, b) => b.weightGrams - a.weightGrams || a.id - b.id);
}

/** Postage in cents by weight; abroad costs half as much again. */
export function postage(parcel: Parcel, isAbroad: boolean): number {
  const steps: readonly (readonly [number, number])[] = [[1000, 419], [2000, 549], [5000, 769], [10_000, 1049], [31_500, 1999]];
  const step = steps.find(([grams]) => parcel.weightGrams <= grams);
  if (step === undefined) throw new RangeError(`parcel ${parcel.code} is too heavy for the post`);
  return isAbroad ? Math.round(step[1] * 1.5) : step[1];
}
