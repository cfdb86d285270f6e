/**
 * Text of files on disk that stays what it was when it was first read. The first 32 MB are kept, as bytes, outside of
 * the heap; beyond that only a hash is, and a file that has changed since reads as `unreadable` rather than as another
 * text.
 */
import { hash } from 'node:crypto';
import { decodeText } from './decode-text.js';
const MAX_KEPT_BYTES = 32_000_000;
/** What keeping a file costs on top of its bytes; without it a hundred thousand tiny files would all be kept. */
const KEEPING_BYTES = 512;
export const toReadOutcome = (outcome) => {
    if (outcome.kind === 'bytes')
        return decodeText(outcome.bytes);
    return outcome.kind === 'missing' ? { kind: 'unusable', reason: 'unreadable' } : outcome;
};
const fingerprint = (bytes) => hash('sha256', bytes, 'base64');
export function createStableReader(readBytes, maxKeptBytes = MAX_KEPT_BYTES) {
    const known = new Map();
    let keptBytes = 0;
    const keep = (path, outcome) => {
        const isKept = outcome.kind !== 'bytes' || keptBytes + outcome.bytes.byteLength <= maxKeptBytes;
        if (isKept && outcome.kind === 'bytes')
            keptBytes += outcome.bytes.byteLength + KEEPING_BYTES;
        known.set(path, isKept ? outcome : fingerprint(outcome.bytes));
    };
    const readFirst = (path) => {
        const reading = readBytes(path);
        known.set(path, reading);
        return reading.then((outcome) => {
            keep(path, outcome);
            return outcome;
        });
    };
    const readAgain = async (path, expected) => {
        const outcome = await readBytes(path);
        const isSame = outcome.kind === 'bytes' && fingerprint(outcome.bytes) === expected;
        return isSame ? toReadOutcome(outcome) : { kind: 'unusable', reason: 'unreadable' };
    };
    return {
        async read(path) {
            const before = known.get(path);
            if (typeof before === 'string')
                return readAgain(path, before);
            return toReadOutcome(await (before ?? readFirst(path)));
        },
        prime(path, outcome) {
            if (!known.has(path))
                keep(path, outcome);
        },
    };
}
