type Environment = Readonly<Record<string, string | undefined>>;
/** `CONSENSUS_REVIEW_STATE_DIR`, else the platform's folder for state. `home` is the user's home folder. */
export declare function resolveStateDir(environment: Environment, platform: string, home: string): string;
export {};
