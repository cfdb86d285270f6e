/** Settings written as text: variables CONSENSUS_REVIEW_* and flags, brought into the shape of the configuration file. */
import { THRESHOLD_KEYS } from './config-schema.js';
import { checkConfigValues } from './config-values.js';
const TEXT_FORMS = {
    reviewers: 'list',
    model: 'text',
    reviewer_models: 'map',
    panel: 'list',
    fallback: 'text',
    protocol: 'text',
    min_agreement: 'number',
    embedding_model: 'text',
    models_without_tools: 'list',
    complexity: 'text',
    waves: 'number',
    concurrency: 'number',
    max_tokens: 'number',
    max_cost: 'number',
    deadline: 'text',
    fail_on: 'text',
    allow_partial: 'switch',
    ignore_vetoes: 'switch',
    journal: 'switch',
    include: 'list',
    exclude: 'list',
    max_file_bytes: 'number',
    veto: 'map',
    base_budgets: 'map',
    external_analyzers: 'list',
    semgrep_rules: 'list',
    advisory_database: 'text',
    allow_network: 'switch',
    format: 'text',
};
/** Keys that have a flag, by the name a command line parser gives it. */
const FLAGS = {
    reviewers: 'reviewers',
    model: 'model',
    reviewer_models: 'reviewerModel',
    panel: 'panel',
    fallback: 'fallback',
    protocol: 'protocol',
    min_agreement: 'minAgreement',
    waves: 'waves',
    concurrency: 'concurrency',
    max_tokens: 'maxTokens',
    max_cost: 'maxCost',
    deadline: 'deadline',
    fail_on: 'failOn',
    allow_partial: 'allowPartial',
    ignore_vetoes: 'ignoreVetoes',
    journal: 'journal',
    include: 'include',
    exclude: 'exclude',
    format: 'format',
};
const FORMS = Object.entries(TEXT_FORMS);
/** Name of the variable for a key: `max_tokens` → `CONSENSUS_REVIEW_MAX_TOKENS`. */
export const toVariable = (keys) => `CONSENSUS_REVIEW_${keys.map(String).join('_').toUpperCase()}`;
export function readVariables(env) {
    const read = (form, ...keys) => {
        const text = env[toVariable(keys)];
        return text === undefined || text.trim() === '' ? undefined : fromText(text, form);
    };
    const plain = FORMS.map(([key, form]) => [key, read(form, key)]);
    const group = 'progressive_summarization';
    const thresholds = dropAbsent(THRESHOLD_KEYS.map((key) => [key, read('number', group, key)]));
    const values = dropAbsent([...plain, [group, Object.keys(thresholds).length > 0 ? thresholds : undefined]]);
    return checkConfigValues(values, {
        code: 'bad-config',
        locate: () => 'environment',
        nameKey: (keys) => toVariable(keys[0] === group ? keys : keys.slice(0, 1)),
    });
}
/** Flags by their camelCase name, as a command line parser leaves them: text, lists of text, switches. */
export function readFlags(flags) {
    const values = dropAbsent(FORMS.map(([key, form]) => {
        const value = flags[FLAGS[key] ?? ''];
        return [key, value === undefined ? undefined : fromText(value, form)];
    }));
    return checkConfigValues(values, {
        code: 'bad-value',
        locate: () => 'command line',
        nameKey: ([key]) => toFlag(FLAGS[key] ?? String(key)),
    });
}
const toFlag = (flag) => `--${flag.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
function fromText(value, form) {
    if (form === 'list')
        return toList(value);
    if (form === 'map')
        return toMap(toList(value));
    if (typeof value !== 'string')
        return value;
    if (form === 'number')
        return /^-?\d+(?:\.\d+)?$/u.test(value.trim()) ? Number(value) : value;
    return form === 'switch' ? toSwitch(value) : value;
}
/** Commas separate, except inside the braces of a glob; a flag given several times adds up. */
function toList(value) {
    if (Array.isArray(value))
        return value.flatMap(toList);
    if (typeof value !== 'string')
        return value;
    return (value.match(/(?:\{[^}]*\}|[^,])+/gu) ?? []).map((part) => part.trim()).filter(Boolean);
}
function toMap(list) {
    if (!Array.isArray(list))
        return list;
    const pairs = list.map((entry) => /^([^=]+)=(.+)$/su.exec(String(entry)));
    if (pairs.some((pair) => pair === null))
        return list;
    return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? '', toScalar(pair?.[2]?.trim() ?? '')]));
}
const toScalar = (text) => {
    const number = fromText(text, 'number');
    return number === text ? toSwitch(text) : number;
};
function toSwitch(text) {
    if (/^(?:true|1|yes|on)$/iu.test(text))
        return true;
    return /^(?:false|0|no|off)$/iu.test(text) ? false : text;
}
const dropAbsent = (entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined));
