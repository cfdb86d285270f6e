import type { Database } from '../utils/database.js';

export type ShelfState = 'free' | 'partly' | 'full' | 'blocked' | 'retired';

/** What somebody wants to enter. */
export interface ShelfDraft {
  readonly aisle: string;
  readonly level: number;
  readonly capacity: number;
  readonly zone: string;
}

export interface Shelf extends ShelfDraft {
  readonly id: number;
  readonly state: ShelfState;
}

interface Row {
  readonly id: number;
  readonly state: ShelfState;
  readonly aisle: string;
  readonly level: number;
  readonly capacity: number;
  readonly zone: string;
}

/** Where a shelf may go from each state; the last one is final. */
const NEXT: Readonly<Record<ShelfState, readonly ShelfState[]>> = {
  free: ['partly', 'full'],
  partly: ['full', 'blocked'],
  full: ['blocked', 'retired'],
  blocked: ['retired'],
  retired: [],
};

const toModel = (row: Row): Shelf => ({ id: row.id, state: row.state, aisle: row.aisle, level: row.level, capacity: row.capacity, zone: row.zone });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: ShelfDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z][0-9]{1,2}$/u.test(draft.aisle)) problems.push('aisle must be a letter and a number, such as C12');
  if (draft.level < 0 || draft.level > 9) problems.push('level must be from 0 (floor) to 9');
  if (draft.capacity < 1) problems.push('capacity must be at least one box');
  if (!['dry', 'cool', 'frozen', 'hazard'].includes(draft.zone)) problems.push(`zone must be dry, cool, frozen or hazard, got "${draft.zone}"`);
  return problems;
}

export async function find(database: Database, id: number): Promise<Shelf | null> {
  const [row] = await database.all<Row>('SELECT id, state, aisle, level, capacity, zone FROM shelves WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: ShelfDraft): Promise<number> {
  const values = [draft.aisle, draft.level, draft.capacity, draft.zone];
  return database.insert('INSERT INTO shelves (state, aisle, level, capacity, zone) VALUES (?, ?, ?, ?, ?)', ['free', ...values]);
}

/** Throws where the shelf may not go there from where it is. */
export async function setState(database: Database, id: number, state: ShelfState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no shelf ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a shelf that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE shelves SET state = ? WHERE id = ?', [state, id]);
}

/** The nearest shelf of the zone that has room, by aisle and then by level; null where all are full. */
export function suggestShelf(shelves: readonly Shelf[], zone: string, boxes: number): Shelf | null {
  const fitting = shelves.filter((shelf) => shelf.zone === zone && shelf.state !== 'blocked' && shelf.capacity >= boxes);
  const [nearest] = [...fitting].sort((a, b) => a.aisle.localeCompare(b.aisle) || a.level - b.level);
  return nearest ?? null;
}

/** Shelves of a zone that have to be looked at because they were blocked for longer than a week. */
export function overdueBlocks(shelves: readonly Shelf[], blockedSince: ReadonlyMap<number, Date>, now: Date): readonly Shelf[] {
  const week = 7 * 24 * 60 * 60 * 1000;
  return shelves.filter((shelf) => {
    const since = blockedSince.get(shelf.id);
    return shelf.state === 'blocked' && since !== undefined && now.getTime() - since.getTime() > week;
  });
}
