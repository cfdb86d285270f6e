/** Checks settings against the schema and words what is wrong: place, key, expectation, what was found, the fix. */
import { ReviewError } from '../errors.js';
import { findClosestName } from './closest-name.js';
import { CONFIG_KEYS, EXPECTATIONS, findConfigMismatch, THRESHOLD_KEYS, } from './config-schema.js';
/** The values unchanged; throws ReviewError for the first that is not allowed. */
export function checkConfigValues(values, origin) {
    const mismatch = findConfigMismatch(values);
    if (mismatch === null)
        return values;
    const { path, unknownKey } = mismatch;
    if (unknownKey !== null)
        throw toUnknownKey([...path, unknownKey], origin);
    throw toWrongValue(values, path, origin);
}
function toUnknownKey(keys, origin) {
    const known = keys.length === 1 ? CONFIG_KEYS : THRESHOLD_KEYS;
    const name = origin.nameKey(keys);
    const closest = findClosestName(String(keys.at(-1)), known);
    const meant = closest === null ? '' : `; did you mean ${JSON.stringify(closest)}?`;
    return new ReviewError(origin.code, `${origin.locate(keys)}: unknown key ${JSON.stringify(name)}${meant}`, {
        advice: closest === null
            ? `Remove it; known keys are ${known.join(', ')}.`
            : `Write ${JSON.stringify(closest)}, or remove it.`,
    });
}
function toWrongValue(values, path, origin) {
    const [key] = path;
    if (key === undefined) {
        return new ReviewError(origin.code, `${origin.locate([])}: expected an object, found ${quote(values)}`, {
            advice: `Write { "fail_on": "veto" }, or see \`consensus-review init --print\`.`,
        });
    }
    const isThreshold = key === 'progressive_summarization' && path.length > 1;
    const expectation = isThreshold ? 'a number above 0 and at most 1' : EXPECTATIONS[key];
    const name = origin.nameKey(path.slice(0, isThreshold ? 2 : 1));
    const found = path.length > 1 && !isThreshold ? ` (at ${path.slice(1).map(String).join('.')})` : '';
    return new ReviewError(origin.code, `${origin.locate(path)}: ${name} must be ${expectation}, found ${quote(valueAt(values, path))}${found}`, { advice: `Set ${name} to ${expectation}, or remove it.` });
}
const valueAt = (values, path) => path.reduce((value, key) => value?.[key], values);
const QUOTE_CHARACTERS = 60;
function quote(value) {
    const text = JSON.stringify(value) ?? 'nothing';
    return text.length > QUOTE_CHARACTERS ? `${text.slice(0, QUOTE_CHARACTERS)}…` : text;
}
