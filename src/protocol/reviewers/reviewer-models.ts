/**
 * Chooses the names of the models a reviewer is asked on: the one named for it, else all of the panel, else the run's; also the
 * names `embedded` (no model) and `host/…` (agents of the MCP client). Called by wiring/model-reviewers.ts,
 * wiring/review-ports.ts and others.
 */
import type { ReviewerProfile } from './reviewer.ts';

/** `embedded`, or a provider and the name of its model. */
export const MODEL_NAME = /^(?:embedded|[a-z][a-z0-9-]*\/\S+)$/u;

export const EMBEDDED = 'embedded';

/** Agents of the coding agent that called the MCP server: `host/` and the name it gives itself. */
export const HOST_PROVIDER = 'host';

export const isHostModel = (name: string): boolean => name.startsWith(`${HOST_PROVIDER}/`);

export interface ChosenModels {
  readonly model: string;
  /** Empty without a panel. */
  readonly panel: readonly string[];
  readonly reviewerModels: Readonly<Record<string, string>>;
}

/** A model named for one reviewer alone wins over the panel. */
export function modelsFor(
  { name, model, requirements }: Pick<ReviewerProfile, 'name' | 'model' | 'requirements'>,
  chosen: ChosenModels,
): readonly string[] {
  const own = chosen.reviewerModels[name] ?? model;
  if (own !== null) return [own];
  // Rules answer to no issue.
  const panel = requirements === undefined ? chosen.panel : chosen.panel.filter((each) => each !== EMBEDDED);
  return panel.length > 0 ? panel : [chosen.model];
}

/** Whether a run asks anybody but the embedded reviewers, whatever single reviewers bring along. */
export const asksModels = (chosen: ChosenModels): boolean =>
  [...modelsFor({ name: '', model: null }, chosen), ...Object.values(chosen.reviewerModels)].some(
    (name) => name !== EMBEDDED,
  );

/** The models of a run in one word, as reports and recordings name them. */
export const nameModels = ({ model, panel }: Pick<ChosenModels, 'model' | 'panel'>): string =>
  panel.length > 0 ? panel.join(',') : model;

/** What `nameModels` wrote. */
export const readModels = (name: string): { readonly model: string } | { readonly panel: string } =>
  name.includes(',') ? { panel: name } : { model: name };
