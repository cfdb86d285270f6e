/**
 * Says how many milliseconds an agent of each kind may take before the run goes on without it (AUD-19): AGENT_TIMEOUT_MS, read by
 * wiring/review-ports.ts and wiring/audit-ports.ts. `allowLocally` computes the time for a model on a local server from its
 * measured tokens per second; called by wiring/local-servers.ts.
 */
export const AGENT_TIMEOUT_MS = { review: 300_000, audit: 900_000, embedded: 1_800_000, host: 86_400_000 } as const;

/** Of a local server whose speed nobody has measured. */
const UNMEASURED_MS = 1_800_000;
/** Nobody waits longer, however slow the server is. */
const LONGEST_MS = 21_600_000;
/** A machine that does other things, too, may be so much slower than when it was measured. */
const PATIENCE = 4;
const START_MS = 60_000;

/** Tokens per second of a model, as measured once. */
export interface ModelSpeed {
  /** Reading a question. */
  readonly readPerSecond: number;
  /** Writing an answer. */
  readonly writePerSecond: number;
}

/** What is read and written in the time. */
interface Work {
  readonly readTokens: number;
  readonly writtenTokens: number;
}

const allowFor = ({ readPerSecond, writePerSecond }: ModelSpeed, { readTokens, writtenTokens }: Work): number =>
  START_MS + PATIENCE * 1000 * (readTokens / readPerSecond + writtenTokens / writePerSecond);

/** At least as long as for a hosted model; null for the speed where it was not measured. */
export const allowLocally = (leastMs: number, speed: ModelSpeed | null, work: Work): number =>
  Math.ceil(Math.min(LONGEST_MS, Math.max(leastMs, speed === null ? UNMEASURED_MS : allowFor(speed, work))));
