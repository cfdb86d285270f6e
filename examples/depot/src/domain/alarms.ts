import type { Database } from '../utils/database.js';

export type AlarmState = 'raised' | 'heard' | 'handled' | 'closed' | 'false';

/** What somebody wants to enter. */
export interface AlarmDraft {
  readonly zone: string;
  readonly celsius: number;
  readonly limit: number;
  readonly calledTo: string;
}

export interface Alarm extends AlarmDraft {
  readonly id: number;
  readonly state: AlarmState;
}

interface Row {
  readonly id: number;
  readonly state: AlarmState;
  readonly zone: string;
  readonly celsius: number;
  readonly limit: number;
  readonly called_to: string;
}

/** Where a alarm may go from each state; the last one is final. */
const NEXT: Readonly<Record<AlarmState, readonly AlarmState[]>> = {
  raised: ['heard', 'handled'],
  heard: ['handled', 'closed'],
  handled: ['closed', 'false'],
  closed: ['false'],
  false: [],
};

const toModel = (row: Row): Alarm => ({ id: row.id, state: row.state, zone: row.zone, celsius: row.celsius, limit: row.limit, calledTo: row.called_to });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: AlarmDraft): readonly string[] {
  const problems: string[] = [];
  if (!['dry', 'cool', 'frozen', 'hazard'].includes(draft.zone)) problems.push(`zone must be dry, cool, frozen or hazard, got "${draft.zone}"`);
  if (draft.celsius < -60 || draft.celsius > 90) problems.push('celsius is not a temperature of this planet');
  if (draft.limit < -40 || draft.limit > 40) problems.push('limit must be from -40 to 40');
  if (!/^[+][0-9 ]{6,20}$/u.test(draft.calledTo)) problems.push('calledTo must be a telephone number with its country');
  return problems;
}

export async function find(database: Database, id: number): Promise<Alarm | null> {
  const [row] = await database.all<Row>('SELECT id, state, zone, celsius, limit, called_to FROM alarms WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: AlarmDraft): Promise<number> {
  const values = [draft.zone, draft.celsius, draft.limit, draft.calledTo];
  return database.insert('INSERT INTO alarms (state, zone, celsius, limit, called_to) VALUES (?, ?, ?, ?, ?)', ['raised', ...values]);
}

/** Throws where the alarm may not go there from where it is. */
export async function setState(database: Database, id: number, state: AlarmState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no alarm ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a alarm that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE alarms SET state = ? WHERE id = ?', [state, id]);
}

/** Whether somebody has to be called now: two readings in a row above the limit, or one that is far above. */
export function mustCall(alarm: Alarm, previousCelsius: number): boolean {
  const over = alarm.celsius - alarm.limit;
  return over > 8 || (over > 0 && previousCelsius > alarm.limit);
}

/** The text that is read out on the telephone. */
export const spokenText = (alarm: Alarm): string =>
  `Zone ${alarm.zone} has ${alarm.celsius} degrees, the limit is ${alarm.limit}. Press one if you are on your way.`;
