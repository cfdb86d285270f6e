/** Halving an assignment after a severe truncation or a total failure (AUD-14, TRUNC-12). Owns the rule alone; decides no retry. */
import { compareDimensions } from './dimension.js';
export function halveAssignment(dimensions, maxTurns) {
    const ordered = [...new Set(dimensions)].sort(compareDimensions);
    const half = Math.ceil(ordered.length / 2);
    return {
        kept: ordered.slice(0, half),
        deferred: ordered.slice(half),
        maxTurns: Math.max(1, Math.floor(maxTurns / 2)),
    };
}
