import type { Database } from '../utils/database.js';

export type DockState = 'closed' | 'open' | 'busy' | 'faulty' | 'removed';

/** What somebody wants to enter. */
export interface DockDraft {
  readonly aisle: string;
  readonly gate: number;
  readonly height: number;
  readonly cooled: boolean;
}

export interface Dock extends DockDraft {
  readonly id: number;
  readonly state: DockState;
}

interface Row {
  readonly id: number;
  readonly state: DockState;
  readonly aisle: string;
  readonly gate: number;
  readonly height: number;
  readonly cooled: boolean;
}

/** Where a dock may go from each state; the last one is final. */
const NEXT: Readonly<Record<DockState, readonly DockState[]>> = {
  closed: ['open', 'busy'],
  open: ['busy', 'faulty'],
  busy: ['faulty', 'removed'],
  faulty: ['removed'],
  removed: [],
};

const toModel = (row: Row): Dock => ({ id: row.id, state: row.state, aisle: row.aisle, gate: row.gate, height: row.height, cooled: row.cooled });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: DockDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z][0-9]{1,2}$/u.test(draft.aisle)) problems.push('aisle must be a letter and a number, such as C12');
  if (draft.gate < 1 || draft.gate > 40) problems.push('gate must be from 1 to 40');
  if (draft.height < 80 || draft.height > 140) problems.push('height must be from 80 to 140 centimetres');
  if (typeof draft.cooled !== 'boolean') problems.push('cooled must be true or false');
  return problems;
}

export async function find(database: Database, id: number): Promise<Dock | null> {
  const [row] = await database.all<Row>('SELECT id, state, aisle, gate, height, cooled FROM docks WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: DockDraft): Promise<number> {
  const values = [draft.aisle, draft.gate, draft.height, draft.cooled];
  return database.insert('INSERT INTO docks (state, aisle, gate, height, cooled) VALUES (?, ?, ?, ?, ?)', ['closed', ...values]);
}

/** Throws where the dock may not go there from where it is. */
export async function setState(database: Database, id: number, state: DockState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no dock ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a dock that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE docks SET state = ? WHERE id = ?', [state, id]);
}

/** The first open dock that suits a load, warm ones before cooled ones; null where a lorry has to wait. */
export function suggestDock(docks: readonly Dock[], needsCooling: boolean): Dock | null {
  const open = docks.filter((dock) => dock.state === 'open' && (dock.cooled || !needsCooling));
  return open.find((dock) => dock.cooled === needsCooling) ?? open[0] ?? null;
}

/** Minutes a lorry has to wait behind others, at twenty-five minutes for each. */
export const waitingMinutes = (queue: number, docks: number): number => Math.ceil((queue / docks) * 25);
