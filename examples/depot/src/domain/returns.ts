import type { Database } from '../utils/database.js';

export type ReturnNoteState = 'announced' | 'received' | 'checked' | 'refunded' | 'rejected';

/** What somebody wants to enter. */
export interface ReturnNoteDraft {
  readonly parcelCode: string;
  readonly reason: string;
  readonly refundCents: number;
  readonly photo: string;
}

export interface ReturnNote extends ReturnNoteDraft {
  readonly id: number;
  readonly state: ReturnNoteState;
}

interface Row {
  readonly id: number;
  readonly state: ReturnNoteState;
  readonly parcel_code: string;
  readonly reason: string;
  readonly refund_cents: number;
  readonly photo: string;
}

/** Where a return may go from each state; the last one is final. */
const NEXT: Readonly<Record<ReturnNoteState, readonly ReturnNoteState[]>> = {
  announced: ['received', 'checked'],
  received: ['checked', 'refunded'],
  checked: ['refunded', 'rejected'],
  refunded: ['rejected'],
  rejected: [],
};

const toModel = (row: Row): ReturnNote => ({ id: row.id, state: row.state, parcelCode: row.parcel_code, reason: row.reason, refundCents: row.refund_cents, photo: row.photo });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: ReturnNoteDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z]{2}[0-9]{9}$/u.test(draft.parcelCode)) problems.push('parcelCode must be the code on the label');
  if (draft.reason.length > 400) problems.push('reason must be at most 400 characters');
  if (!Number.isInteger(draft.refundCents) || draft.refundCents < 0) problems.push('refundCents must be whole cents');
  if (draft.photo !== '' && !draft.photo.endsWith('.jpg')) problems.push('photo must be a .jpg file or empty');
  return problems;
}

export async function find(database: Database, id: number): Promise<ReturnNote | null> {
  const [row] = await database.all<Row>('SELECT id, state, parcel_code, reason, refund_cents, photo FROM returns WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: ReturnNoteDraft): Promise<number> {
  const values = [draft.parcelCode, draft.reason, draft.refundCents, draft.photo];
  return database.insert('INSERT INTO returns (state, parcel_code, reason, refund_cents, photo) VALUES (?, ?, ?, ?, ?)', ['announced', ...values]);
}

/** Throws where the return may not go there from where it is. */
export async function setState(database: Database, id: number, state: ReturnNoteState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no return ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a return that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE returns SET state = ? WHERE id = ?', [state, id]);
}

/** A refund is final: it is booked with the bank and cannot be taken back. */
export async function refund(database: Database, id: number, refundCents: number): Promise<void> {
  const note = await find(database, id);
  if (note === null) throw new Error(`there is no return ${id}`);
  await database.run('INSERT INTO refunds (return_id, cents) VALUES (?, ?)', [id, refundCents]);
  await database.run('UPDATE returns SET state = ?, refund_cents = ? WHERE id = ?', ['refunded', refundCents, id]);
}

/** Share of returns that ended in a refund, in percent of those that were checked. */
export function refundRate(notes: readonly ReturnNote[]): number {
  const checked = notes.filter((note) => note.state === 'checked' || note.state === 'refunded' || note.state === 'rejected');
  const refunded = checked.filter((note) => note.state === 'refunded');
  return Math.round((100 * refunded.length) / checked.length);
}
