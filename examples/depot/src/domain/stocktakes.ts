import type { Database } from '../utils/database.js';

export type StocktakeState = 'planned' | 'running' | 'counted' | 'booked' | 'void';

/** What somebody wants to enter. */
export interface StocktakeDraft {
  readonly shelfId: number;
  readonly sku: string;
  readonly counted: number;
  readonly countedBy: string;
}

export interface Stocktake extends StocktakeDraft {
  readonly id: number;
  readonly state: StocktakeState;
}

interface Row {
  readonly id: number;
  readonly state: StocktakeState;
  readonly shelf_id: number;
  readonly sku: string;
  readonly counted: number;
  readonly counted_by: string;
}

/** Where a stocktake may go from each state; the last one is final. */
const NEXT: Readonly<Record<StocktakeState, readonly StocktakeState[]>> = {
  planned: ['running', 'counted'],
  running: ['counted', 'booked'],
  counted: ['booked', 'void'],
  booked: ['void'],
  void: [],
};

const toModel = (row: Row): Stocktake => ({ id: row.id, state: row.state, shelfId: row.shelf_id, sku: row.sku, counted: row.counted, countedBy: row.counted_by });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: StocktakeDraft): readonly string[] {
  const problems: string[] = [];
  if (!Number.isInteger(draft.shelfId)) problems.push('shelfId must be the number of a shelf');
  if (!/^[A-Z0-9-]{4,20}$/u.test(draft.sku)) problems.push('sku must be 4 to 20 capitals, digits or dashes');
  if (draft.counted < 0) problems.push('counted must not be negative');
  if (draft.countedBy === '') problems.push('countedBy must name whoever counted');
  return problems;
}

export async function find(database: Database, id: number): Promise<Stocktake | null> {
  const [row] = await database.all<Row>('SELECT id, state, shelf_id, sku, counted, counted_by FROM stocktakes WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: StocktakeDraft): Promise<number> {
  const values = [draft.shelfId, draft.sku, draft.counted, draft.countedBy];
  return database.insert('INSERT INTO stocktakes (state, shelf_id, sku, counted, counted_by) VALUES (?, ?, ?, ?, ?)', ['planned', ...values]);
}

/** Throws where the stocktake may not go there from where it is. */
export async function setState(database: Database, id: number, state: StocktakeState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no stocktake ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a stocktake that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE stocktakes SET state = ? WHERE id = ?', [state, id]);
}

/** Books what was counted: the stock of the shelf becomes the counted number, and the difference is kept for the auditors. */
export async function book(database: Database, id: number): Promise<number> {
  const stocktake = await find(database, id);
  if (stocktake === null) throw new Error(`there is no stocktake ${id}`);
  const [stock] = await database.all<{ readonly amount: number }>('SELECT amount FROM stock WHERE shelf_id = ? AND sku = ?', [
    stocktake.shelfId,
    stocktake.sku,
  ]);
  const difference = stocktake.counted - (stock?.amount ?? 0);
  await database.run('UPDATE stock SET amount = ? WHERE shelf_id = ? AND sku = ?', [stocktake.counted, stocktake.shelfId, stocktake.sku]);
  await database.run('INSERT INTO differences (stocktake_id, amount) VALUES (?, ?)', [id, difference]);
  await setState(database, id, 'booked');
  return difference;
}
