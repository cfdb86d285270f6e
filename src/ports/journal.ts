/**
 * The Journal port: records the result of every effect (model call, scan), so that a resumed run takes the recorded one instead
 * of repeating it. Implemented by runs/store/sqlite-journal.ts and fleet/postgres/journal.ts, used by runs/ and wiring/.
 */

/** One effect: what it is, and everything its outcome depends on. */
export interface Step<T> {
  /** The same effect has the same key in every run of the same scope. */
  readonly key: string;
  /** `call`, `scope`, `scan`, `semgrep`, `choice`, `recall`. */
  readonly kind: string;
  /** Content address of what goes into the effect: model, prompt, files, parameters. */
  readonly inputHash: string;
  /** Paid effects are on the disk before anybody sees them; of the others a power cut may take the last ones. */
  readonly isPaid?: boolean;
  /**
   * What becomes of a value. `keep` (the default): it wins from now on. `drop`: the effect was not made, or is to be made
   * again for nothing. `leave`: it was made, but this is not its end; a resumed run makes it again and counts that.
   */
  readonly settle?: (value: T) => 'keep' | 'drop' | 'leave';
}

export interface Kept<T> {
  readonly value: T;
  /** It was recorded, and the effect did not run. */
  readonly isRecorded: boolean;
  /** How often the effect was begun before without an end that anybody knows. */
  readonly lost: number;
}

/**
 * Records effects: a recorded value wins over running again. The intent is recorded before the effect begins, the value
 * before anybody sees it. Values are JSON-safe. Rejects with what the effect threw, or with a ReviewError where the run cannot
 * go on: `stale-run`, `run-busy`.
 */
export interface Journal {
  step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>>;
}
