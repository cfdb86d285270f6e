/**
 * Checks the bytes of an answer before the provider package gets them: length of lines and events, nesting of JSON; also tells
 * whether the stream ended in the middle. Knows server-sent events and AWS's binary frames. Called by wire-watch.ts.
 */
import { createDepthMeter } from '../protocol/text/json-depth.ts';
import { type AnswerBounds, AnswerOverrun } from './answer-bounds.ts';

export interface AnswerGuard {
  /** Throws AnswerOverrun. */
  take(chunk: Uint8Array): void;
  /** Whether anything in it was an event that a provider package reads. */
  readonly hasEvents: () => boolean;
  /** True where bytes of an event have arrived and its end has not. */
  readonly isInEvent: () => boolean;
}

type GuardBounds = Pick<AnswerBounds, 'lineBytes' | 'eventBytes' | 'events' | 'jsonDepth'>;

const DATA = [...'data:'].map((letter) => letter.charCodeAt(0));
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Server-sent events: lines, and an empty line behind each event. JSON may go on from one `data:` line to the next. */
function guardTextEvents(bounds: GuardBounds): AnswerGuard {
  const meter = createDepthMeter(bounds.jsonDepth);
  let line = 0;
  let event = 0;
  let events = 0;
  let last = 0;
  /** How much of `data:` the line has begun with; -1 where with something else. */
  let matched = 0;
  let hasEvents = false;
  const endLine = (): void => {
    if (line === 0 && event > 0) {
      events += 1;
      event = 0;
      meter.reset();
      if (events > bounds.events) throw new AnswerOverrun('events', bounds.events);
    }
    line = 0;
    matched = 0;
  };
  const takeByte = (byte: number): void => {
    if (matched >= 0 && line < DATA.length) matched = byte === DATA[line] ? matched + 1 : -1;
    if (matched === DATA.length) hasEvents = true;
    line += 1;
    event += 1;
    if (line > bounds.lineBytes) throw new AnswerOverrun('line', bounds.lineBytes);
    if (event > bounds.eventBytes) throw new AnswerOverrun('event', bounds.eventBytes);
  };
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (!meter.take(byte)) throw new AnswerOverrun('depth', bounds.jsonDepth);
        // The two bytes of a line break end one line.
        if (byte === RETURN || (byte === NEWLINE && last !== RETURN)) endLine();
        else if (byte !== NEWLINE) takeByte(byte);
        last = byte;
      }
    },
    hasEvents: () => hasEvents,
    isInEvent: () => event > 0,
  };
}

/** Lengths of the frame and of its headers, and a checksum; a checksum stands at the end too. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;

/** Frames of AWS: total length, length of the headers, checksum, headers, JSON, checksum. */
function guardFrames(bounds: GuardBounds): AnswerGuard {
  const meter = createDepthMeter(bounds.jsonDepth);
  const prelude = Buffer.alloc(PRELUDE_BYTES);
  let at = 0;
  let total = PRELUDE_BYTES;
  let payloadAt = PRELUDE_BYTES;
  let events = 0;
  const readPrelude = (): void => {
    total = Math.max(PRELUDE_BYTES + 1, prelude.readUInt32BE(0));
    payloadAt = PRELUDE_BYTES + prelude.readUInt32BE(4);
    if (total > bounds.eventBytes) throw new AnswerOverrun('event', bounds.eventBytes);
  };
  const endFrame = (): void => {
    events += 1;
    at = 0;
    meter.reset();
    if (events > bounds.events) throw new AnswerOverrun('events', bounds.events);
  };
  const isPayload = (): boolean => at >= payloadAt && at < total - CHECKSUM_BYTES;
  const takeByte = (byte: number): void => {
    if (at < PRELUDE_BYTES) prelude[at] = byte;
    else if (isPayload() && !meter.take(byte)) throw new AnswerOverrun('depth', bounds.jsonDepth);
    at += 1;
    if (at === PRELUDE_BYTES) readPrelude();
    else if (at > PRELUDE_BYTES && at >= total) endFrame();
  };
  return {
    take(chunk) {
      for (const byte of chunk) takeByte(byte);
    },
    hasEvents: () => events > 0 || at > 0,
    isInEvent: () => at > 0,
  };
}

export const createAnswerGuard = (contentType: string, bounds: GuardBounds): AnswerGuard =>
  /amazon\.eventstream/iu.test(contentType) ? guardFrames(bounds) : guardTextEvents(bounds);
