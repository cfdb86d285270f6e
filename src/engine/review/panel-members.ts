/**
 * Lists the panel members of a review: each reviewer once for every model it is asked on, with its driver and the label shown to
 * people. Each member has its own budget and row in the report. Used by the planning and recording files of engine/review/.
 */
import type { Driver } from '../../ports/driver.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';

export type MemberDriver = Pick<Driver, 'name' | 'hasContext' | 'question' | 'limits' | 'passes'>;

export interface MemberKey {
  readonly reviewer: ReviewerProfile;
  /** The model that is asked; null for the analyzers. */
  readonly model: string | null;
}

export interface PanelMember<D extends MemberDriver = Driver> extends MemberKey {
  readonly driver: D;
  /** The reviewer's name; with a panel also the model's. */
  readonly label: string;
}

export const labelMember = (agent: string, model: string | null, hasPanel: boolean): string =>
  hasPanel ? `${agent} (${model ?? 'embedded'})` : agent;

export const modelOf = ({ name, hasContext }: MemberDriver): string | null => (hasContext ? name : null);

export type DriversFor<D extends MemberDriver = Driver> = (reviewer: ReviewerProfile) => readonly D[];

export const listMembers = <D extends MemberDriver>(
  reviewers: readonly ReviewerProfile[],
  driversFor: DriversFor<D>,
): readonly PanelMember<D>[] =>
  reviewers.flatMap((reviewer) => {
    const drivers = driversFor(reviewer);
    return drivers.map((driver) => {
      const model = modelOf(driver);
      return { reviewer, driver, model, label: labelMember(reviewer.name, model, drivers.length > 1) };
    });
  });
