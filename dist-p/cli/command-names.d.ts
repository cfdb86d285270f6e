/** The words that may stand first on the command line. */
export declare const COMMAND_NAMES: readonly string[];
