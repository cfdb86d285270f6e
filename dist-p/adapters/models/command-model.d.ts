import type { Model } from '../../model-port.ts';
export declare const COMMAND_PROVIDER = "command";
export type Commands = Readonly<Record<string, readonly string[]>>;
type Environment = Readonly<Record<string, string | undefined>>;
export interface CommandSettings {
    readonly env: Environment;
    readonly commands: Commands;
    /** The reviewed folder: no program in it is ever run. */
    readonly root: string;
}
/** `command/NAME`. Throws ReviewError where there is no such command or program. */
export declare function createCommandModel(name: string, { env, commands, root }: CommandSettings): Model;
export {};
