/**
 * Defines the bounds of an untrusted provider's answer (bytes, lines, nesting, tool calls, time), all in one place, and the error
 * thrown beyond one; the call then ends as `overrun`, `stalled` or `timed-out`. Read by bounded-fetch.ts, answer-guard.ts,
 * wire-watch.ts and the others of this folder that read answers.
 */
import type { AnswerBound } from '../protocol/calls/turn-outcome.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export interface AnswerBounds {
  /** Status line and headers together; trailers and the extensions of chunks too. */
  readonly headerBytes: number;
  /** Answers of status 1xx before the real one. */
  readonly interimAnswers: number;
  /** The body as it was sent. */
  readonly bodyBytes: number;
  /** The body once it is unpacked. */
  readonly unpackedBytes: number;
  /** Of a body that only explains an error status: the rest is not read, and the status decides. */
  readonly errorBytes: number;
  readonly lineBytes: number;
  /** An event of a stream, all of its lines. */
  readonly eventBytes: number;
  readonly events: number;
  readonly jsonDepth: number;
  readonly toolCalls: number;
  /** Until the first byte of the body, for a provider that has not answered yet in this run. */
  readonly firstByteMs: number;
  /** From the call to the end of the answer. */
  readonly totalMs: number;
}

/** The figures that do not depend on what was asked for. */
const FIXED = {
  headerBytes: 64 * KIB,
  interimAnswers: 16,
  errorBytes: MIB,
  jsonDepth: 128,
  toolCalls: 1000,
  firstByteMs: 60_000,
  totalMs: 900_000,
} as const;

/** A model that writes a token per event sends up to about 1 KiB for it, and some formats repeat the answer at its end. */
const BODY_BYTES = 8 * MIB;
const BODY_BYTES_PER_TOKEN = 4 * KIB;
const MAX_BODY_BYTES = 256 * MIB;
/** The last event of some formats repeats the whole answer or the tools; no token of an event is counted before it is whole. */
const EVENT_BYTES = 256 * KIB;
const EVENT_BYTES_PER_TOKEN = 32;
const MAX_EVENT_BYTES = 16 * MIB;
const EVENTS = 20_000;
const EVENTS_PER_TOKEN = 8;

/** What an answer of at most that many tokens may take. */
export function boundAnswer(maxOutputTokens: number, changed: Partial<AnswerBounds> = {}): AnswerBounds {
  const bodyBytes = Math.min(MAX_BODY_BYTES, BODY_BYTES + BODY_BYTES_PER_TOKEN * maxOutputTokens);
  const events = EVENTS + EVENTS_PER_TOKEN * maxOutputTokens;
  const eventBytes = Math.min(MAX_EVENT_BYTES, EVENT_BYTES + EVENT_BYTES_PER_TOKEN * maxOutputTokens);
  return { ...FIXED, bodyBytes, unpackedBytes: bodyBytes, lineBytes: eventBytes, eventBytes, events, ...changed };
}

/** The answer to 64 texts, as figures in JSON. */
export const EMBEDDING_BOUNDS: AnswerBounds = boundAnswer(0, {
  bodyBytes: 32 * MIB,
  unpackedBytes: 32 * MIB,
  lineBytes: 32 * MIB,
  eventBytes: 32 * MIB,
  totalMs: 30_000,
});

export interface ProgramBounds {
  readonly outputBytes: number;
  /** Agent programs often print nothing before they are done. */
  readonly silenceMs: number;
  /** The host ends an agent sooner; this only guards against one that never ends. */
  readonly totalMs: number;
}

/** What an agent program may print, and how long it may take. */
export const PROGRAM_BOUNDS: ProgramBounds = { outputBytes: 20_000_000, silenceMs: 900_000, totalMs: 3_600_000 };

/** What an answer is more of than was allowed, for people. */
const WORDS: Readonly<Record<AnswerBound, (limit: number) => string>> = {
  header: (limit) => `more than ${limit} bytes of headers`,
  interim: (limit) => `more than ${limit} interim answers`,
  body: (limit) => `more than ${limit} bytes`,
  unpacked: (limit) => `more than ${limit} bytes once it is unpacked`,
  line: (limit) => `a line of more than ${limit} bytes`,
  event: (limit) => `an event of more than ${limit} bytes`,
  events: (limit) => `more than ${limit} events`,
  depth: (limit) => `JSON nested more than ${limit} levels deep`,
  'tool-calls': (limit) => `more than ${limit} tool calls`,
  output: (limit) => `more than ${limit} bytes of output`,
};

export const describeOverrun = (bound: AnswerBound, limit: number): string =>
  `the answer was cut: ${WORDS[bound](limit)}`;

/** Thrown where an answer is read; never leaves this folder. */
export class AnswerOverrun extends Error {
  override readonly name = 'AnswerOverrun';
  readonly bound: AnswerBound;

  constructor(bound: AnswerBound, limit: number) {
    super(describeOverrun(bound, limit));
    this.bound = bound;
  }
}
