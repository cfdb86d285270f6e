import type { Database } from '../utils/database.js';

export type VehicleState = 'announced' | 'arrived' | 'docked' | 'loaded' | 'left';

/** What somebody wants to enter. */
export interface VehicleDraft {
  readonly plate: string;
  readonly carrierId: number;
  readonly payloadKilos: number;
  readonly driver: string;
}

export interface Vehicle extends VehicleDraft {
  readonly id: number;
  readonly state: VehicleState;
}

interface Row {
  readonly id: number;
  readonly state: VehicleState;
  readonly plate: string;
  readonly carrier_id: number;
  readonly payload_kilos: number;
  readonly driver: string;
}

/** Where a vehicle may go from each state; the last one is final. */
const NEXT: Readonly<Record<VehicleState, readonly VehicleState[]>> = {
  announced: ['arrived', 'docked'],
  arrived: ['docked', 'loaded'],
  docked: ['loaded', 'left'],
  loaded: ['left'],
  left: [],
};

const toModel = (row: Row): Vehicle => ({ id: row.id, state: row.state, plate: row.plate, carrierId: row.carrier_id, payloadKilos: row.payload_kilos, driver: row.driver });

/** Everything that is wrong with a draft, in words for whoever entered it; empty where nothing is. */
export function check(draft: VehicleDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[A-Z0-9 -]{4,12}$/u.test(draft.plate)) problems.push('plate must be as on the vehicle');
  if (!Number.isInteger(draft.carrierId) || draft.carrierId < 1) problems.push('carrierId must be the number of a carrier');
  if (draft.payloadKilos < 100 || draft.payloadKilos > 26_000) problems.push('payloadKilos must be from 100 to 26000');
  if (draft.driver.trim() === '') problems.push('driver must be named, for the list at the gate');
  return problems;
}

export async function find(database: Database, id: number): Promise<Vehicle | null> {
  const [row] = await database.all<Row>('SELECT id, state, plate, carrier_id, payload_kilos, driver FROM vehicles WHERE id = ?', [id]);
  return row === undefined ? null : toModel(row);
}

export async function add(database: Database, draft: VehicleDraft): Promise<number> {
  const values = [draft.plate, draft.carrierId, draft.payloadKilos, draft.driver];
  return database.insert('INSERT INTO vehicles (state, plate, carrier_id, payload_kilos, driver) VALUES (?, ?, ?, ?, ?)', ['announced', ...values]);
}

/** Throws where the vehicle may not go there from where it is. */
export async function setState(database: Database, id: number, state: VehicleState): Promise<void> {
  const current = await find(database, id);
  if (current === null) throw new Error(`there is no vehicle ${id}`);
  if (!NEXT[current.state].includes(state)) throw new Error(`a vehicle that is ${current.state} cannot become ${state}`);
  await database.run('UPDATE vehicles SET state = ? WHERE id = ?', [state, id]);
}

/** Whether everything fits on the vehicle; pallets weigh what the scale says, not what the paper says. */
export function fits(vehicle: Vehicle, palletGrams: readonly number[]): boolean {
  const kilos = palletGrams.reduce((sum, grams) => sum + grams / 1000, 0);
  return kilos <= vehicle.payloadKilos;
}

/** Drivers have to rest after four and a half hours. */
export const mustRest = (drivenMinutes: number, nextTripMinutes: number): boolean => drivenMinutes + nextTripMinutes > 270;
