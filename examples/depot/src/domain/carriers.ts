import type { Database } from '../utils/database.js';

export type CarrierState = 'offered' | 'active' | 'paused' | 'ended' | 'banned';

/** What somebody wants to enter. */
export interface CarrierDraft {
  readonly name: string;
  readonly trackingUrl: string;
  readonly cutOffHour: number;
  readonly account: string;
}

export interface Carrier extends CarrierDraft {
  readonly id: number;
  readonly state: CarrierState;
}

interface Row {
  readonly id: number;
  readonly state: CarrierState;
  readonly name: string;
  readonly tracking_url: string;
  readonly cut_off_hour: number;
  readonly account: string;
}

/** Where a carrier may go from each state; the last one is final. */
const NEXT: Readonly<Record<CarrierState, readonly CarrierState[]>> = {
  offered: ['active', 'paused'],
  active: ['paused', 'ended'],
  paused: ['ended', 'banned'],
  ended: ['banned'],
  banned: [],
};

const toModel = (row: Row): Carrier => ({ id: row.id, state: row.state, name: row.name, trackingUrl: row.tracking_url, cutOffHour: row.cut_off_hour, account: row.account });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: CarrierDraft): readonly string[] {
  const problems: string[] = [];
  if (draft.name.trim() === '') problems.push('name must not be empty');
  if (!draft.trackingUrl.startsWith('http')) problems.push('trackingUrl must be an address');
  if (draft.cutOffHour < 0 || draft.cutOffHour > 23) problems.push('cutOffHour must be an hour of the day');
  if (draft.account.length < 6) problems.push('account must be the customer number at the carrier');
  return problems;
}

export async function find(database: Database, id: number): Promise<Carrier | null> {
  const [row] = await database.all<Row>('SELECT id, state, name, tracking_url, cut_off_hour, account FROM carriers WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: CarrierDraft): Promise<number> {
  const values = [draft.name, draft.trackingUrl, draft.cutOffHour, draft.account];
  return database.insert('INSERT INTO carriers (state, name, tracking_url, cut_off_hour, account) VALUES (?, ?, ?, ?, ?)', ['offered', ...values]);
}

/** Throws where the carrier may not go there from where it is. */
export async function setState(database: Database, id: number, state: CarrierState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no carrier ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a carrier that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE carriers SET state = ? WHERE id = ?', [state, id]);
}

/** What the carrier says about a parcel; their pages are slow, so nobody waits longer than three seconds. */
export async function trackParcel(carrier: Carrier, code: string): Promise<string> {
  const answer = await fetch(`${carrier.trackingUrl}?code=${encodeURIComponent(code)}`, { signal: AbortSignal.timeout(3000) });
  if (!answer.ok) return 'unknown';
  const body = (await answer.json()) as { readonly status?: string };
  return body.status ?? 'unknown';
}

/** Whether a parcel that is ready now still leaves today. */
export function leavesToday(carrier: Carrier, now: Date): boolean {
  return carrier.state === 'active' && now.getHours() < carrier.cutOffHour;
}
