/** Who sits at the table: a reviewer once for every model it is asked on. Each seat has its own budget, branch and row. */
import type { Driver } from '../../ports/driver.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';

export type SeatDriver = Pick<Driver, 'name' | 'hasContext' | 'question'>;

export interface SeatKey {
  readonly reviewer: ReviewerProfile;
  /** The model that is asked; null for the analyzers. */
  readonly model: string | null;
}

export interface Seat<D extends SeatDriver = Driver> extends SeatKey {
  readonly driver: D;
  /** The reviewer's name; with a panel also the model's. */
  readonly label: string;
}

export const labelSeat = (agent: string, model: string | null, hasPanel: boolean): string =>
  hasPanel ? `${agent} (${model ?? 'embedded'})` : agent;

export const modelOf = ({ name, hasContext }: SeatDriver): string | null => (hasContext ? name : null);

export type DriversFor<D extends SeatDriver = Driver> = (reviewer: ReviewerProfile) => readonly D[];

export const listSeats = <D extends SeatDriver>(
  reviewers: readonly ReviewerProfile[],
  driversFor: DriversFor<D>,
): readonly Seat<D>[] =>
  reviewers.flatMap((reviewer) => {
    const drivers = driversFor(reviewer);
    return drivers.map((driver) => {
      const model = modelOf(driver);
      return { reviewer, driver, model, label: labelSeat(reviewer.name, model, drivers.length > 1) };
    });
  });
