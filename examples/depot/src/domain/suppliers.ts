import type { Database } from '../utils/database.js';

export type SupplierState = 'asked' | 'approved' | 'watched' | 'blocked' | 'left';

/** What somebody wants to enter. */
export interface SupplierDraft {
  readonly name: string;
  readonly contact: string;
  readonly leadDays: number;
  readonly taxNumber: string;
}

export interface Supplier extends SupplierDraft {
  readonly id: number;
  readonly state: SupplierState;
}

interface Row {
  readonly id: number;
  readonly state: SupplierState;
  readonly name: string;
  readonly contact: string;
  readonly lead_days: number;
  readonly tax_number: string;
}

/** Where a supplier may go from each state; the last one is final. */
const NEXT: Readonly<Record<SupplierState, readonly SupplierState[]>> = {
  asked: ['approved', 'watched'],
  approved: ['watched', 'blocked'],
  watched: ['blocked', 'left'],
  blocked: ['left'],
  left: [],
};

const toModel = (row: Row): Supplier => ({ id: row.id, state: row.state, name: row.name, contact: row.contact, leadDays: row.lead_days, taxNumber: row.tax_number });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: SupplierDraft): readonly string[] {
  const problems: string[] = [];
  if (draft.name.trim() === '') problems.push('name must not be empty');
  if (!draft.contact.includes('@')) problems.push('contact must be an e-mail address');
  if (draft.leadDays < 0 || draft.leadDays > 120) problems.push('leadDays must be from 0 to 120');
  if (!/^[A-Z]{2}[0-9A-Z]{8,12}$/u.test(draft.taxNumber)) problems.push('taxNumber must begin with the country');
  return problems;
}

export async function find(database: Database, id: number): Promise<Supplier | null> {
  const [row] = await database.all<Row>('SELECT id, state, name, contact, lead_days, tax_number FROM suppliers WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: SupplierDraft): Promise<number> {
  const values = [draft.name, draft.contact, draft.leadDays, draft.taxNumber];
  return database.insert('INSERT INTO suppliers (state, name, contact, lead_days, tax_number) VALUES (?, ?, ?, ?, ?)', ['asked', ...values]);
}

/** Throws where the supplier may not go there from where it is. */
export async function setState(database: Database, id: number, state: SupplierState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no supplier ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a supplier that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE suppliers SET state = ? WHERE id = ?', [state, id]);
}

/** The day on which goods ordered today arrive, weekends left out. */
export function arrivalDay(supplier: Supplier, orderedAt: Date): Date {
  const day = new Date(orderedAt);
  let left = supplier.leadDays;
  while (left > 0) {
    day.setDate(day.getDate() + 1);
    if (day.getDay() !== 0 && day.getDay() !== 6) left -= 1;
  }
  return day;
}

/** Suppliers of one tax number are one company, whatever they call themselves. */
export function groupByCompany(suppliers: readonly Supplier[]): ReadonlyMap<string, readonly Supplier[]> {
  const groups = new Map<string, Supplier[]>();
  for (const supplier of suppliers) {
    const group = groups.get(supplier.taxNumber);
    if (group === undefined) groups.set(supplier.taxNumber, [supplier]);
    else group.push(supplier);
  }
  return groups;
}
