/** Which models a reviewer is asked on: its own, else every one of the panel, else the run's. Pure names, no vendor. */
import type { ReviewerProfile } from './reviewer.ts';
export interface ChosenModels {
    readonly model: string;
    /** Empty without a panel. */
    readonly panel: readonly string[];
    readonly reviewerModels: Readonly<Record<string, string>>;
}
/** A model named for one reviewer alone wins over the panel. */
export declare function modelsFor({ name, model }: Pick<ReviewerProfile, 'name' | 'model'>, chosen: ChosenModels): readonly string[];
/** Whether a run asks anybody but the embedded reviewers, whatever single reviewers bring along. */
export declare const asksModels: (chosen: ChosenModels) => boolean;
/**
 * Whether files of the reviewed repository may name this model: it costs the user's money and is sent the code, so only where
 * the user asks models anyway; and it never starts a program of the user.
 */
export declare const mayRepositoryName: (model: string, userAsksModels: boolean) => boolean;
/** The models of a run in one word, as reports and recordings name them. */
export declare const nameModels: ({ model, panel }: Pick<ChosenModels, 'model' | 'panel'>) => string;
/** What `nameModels` wrote. */
export declare const readModels: (name: string) => {
    readonly model: string;
} | {
    readonly panel: string;
};
