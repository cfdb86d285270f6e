import type { Database } from '../utils/database.js';

export type ContractState = 'draft' | 'signed' | 'running' | 'noticed' | 'ended';

/** What somebody wants to enter. */
export interface ContractDraft {
  readonly supplierId: number;
  readonly sku: string;
  readonly priceCents: number;
  readonly endsOn: string;
}

export interface Contract extends ContractDraft {
  readonly id: number;
  readonly state: ContractState;
}

interface Row {
  readonly id: number;
  readonly state: ContractState;
  readonly supplier_id: number;
  readonly sku: string;
  readonly price_cents: number;
  readonly ends_on: string;
}

/** Where a contract may go from each state; the last one is final. */
const NEXT: Readonly<Record<ContractState, readonly ContractState[]>> = {
  draft: ['signed', 'running'],
  signed: ['running', 'noticed'],
  running: ['noticed', 'ended'],
  noticed: ['ended'],
  ended: [],
};

const toModel = (row: Row): Contract => ({ id: row.id, state: row.state, supplierId: row.supplier_id, sku: row.sku, priceCents: row.price_cents, endsOn: row.ends_on });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: ContractDraft): readonly string[] {
  const problems: string[] = [];
  if (!Number.isInteger(draft.supplierId)) problems.push('supplierId must be the number of a supplier');
  if (!/^[A-Z0-9-]{4,20}$/u.test(draft.sku)) problems.push('sku must be 4 to 20 capitals, digits or dashes');
  if (!Number.isInteger(draft.priceCents) || draft.priceCents < 1) problems.push('priceCents must be whole cents');
  if (Number.isNaN(Date.parse(draft.endsOn))) problems.push('endsOn must be a date, YYYY-MM-DD');
  return problems;
}

export async function find(database: Database, id: number): Promise<Contract | null> {
  const [row] = await database.all<Row>('SELECT id, state, supplier_id, sku, price_cents, ends_on FROM contracts WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: ContractDraft): Promise<number> {
  const values = [draft.supplierId, draft.sku, draft.priceCents, draft.endsOn];
  return database.insert('INSERT INTO contracts (state, supplier_id, sku, price_cents, ends_on) VALUES (?, ?, ?, ?, ?)', ['draft', ...values]);
}

/** Throws where the contract may not go there from where it is. */
export async function setState(database: Database, id: number, state: ContractState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no contract ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a contract that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE contracts SET state = ? WHERE id = ?', [state, id]);
}

/** What an order costs under the contract that holds on that day; the cheapest where there are several. */
export function priceOf(contracts: readonly Contract[], sku: string, amount: number, day: Date): number | null {
  const valid = contracts.filter((contract) => contract.sku === sku && contract.state === 'running' && new Date(contract.endsOn) > day);
  const [cheapest] = [...valid].sort((a, b) => a.priceCents - b.priceCents);
  return cheapest === undefined ? null : cheapest.priceCents * amount;
}

/** Contracts that end within so many days and have to be talked about. */
export function endingSoon(contracts: readonly Contract[], days: number, now: Date): readonly Contract[] {
  const last = now.getTime() + days * 24 * 60 * 60 * 1000;
  return contracts.filter(({ endsOn, state }) => state === 'running' && new Date(endsOn).getTime() <= last);
}
