import type { RunReuse } from './reuse-wiring.ts';
import type { Settings } from './settings.ts';
export interface OpenReuse extends Disposable {
    readonly reuse: RunReuse;
    /** What the user should know; null where all is well. */
    readonly warning: string | null;
}
export interface ReusePlace {
    readonly stateDir: string;
    /** Of this program. */
    readonly version: string;
    /** False: what is there is not used, and what is found now takes its place. */
    readonly mayRecall: boolean;
}
/** Null where nothing is reused. */
export declare function openStoredReuse(settings: Settings, { stateDir, version, mayRecall }: ReusePlace): Promise<OpenReuse | null>;
