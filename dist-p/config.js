/**
 * Defaults, configuration file, environment and flags become one readonly Config; flags win (CONFIG-01..03, REV-17).
 * The only reader of the environment. It opens no file: whoever found the configuration hands over its text.
 */
import { ReviewError } from './errors.js';
import { DEFAULT_MAX_FILE_BYTES, EXTERNAL_ANALYZERS, THRESHOLD_KEYS, } from './protocol/config-schema.js';
import { readFlags, readVariables, toVariable } from './protocol/config-text.js';
import { checkConfigValues } from './protocol/config-values.js';
import { parseDuration } from './protocol/duration.js';
import { parseJsonText } from './protocol/json-text.js';
import { checkThresholds, DEFAULT_THRESHOLDS } from './protocol/thresholds.js';
export const readEnvironment = () => ({ ...process.env });
/** Throws ReviewError('bad-config') naming the file, the place, the key and what to write instead. */
export function parseConfigFile(text, path) {
    const parsed = parseJsonText(text.replace(/^\uFEFF/u, ''));
    if (parsed.kind === 'error') {
        const { line, column } = parsed.place;
        throw new ReviewError('bad-config', `${path}:${line}:${column}: ${parsed.message}`, {
            advice: `Mend the JSON of ${path} at line ${line}, column ${column}.`,
        });
    }
    const values = checkConfigValues(parsed.value, {
        code: 'bad-config',
        locate: (keys) => {
            const place = parsed.placeOf(keys);
            return place === null ? path : `${path}:${place.line}:${place.column}`;
        },
        nameKey: (keys) => keys.map(String).join('.'),
    });
    return { path, values };
}
const DEFAULTS = {
    model: 'embedded',
    protocol: 'veto',
    min_agreement: 1,
    waves: 'auto',
    fail_on: 'veto',
    allow_partial: false,
    ignore_vetoes: false,
    journal: true,
    allow_network: false,
    include: [],
    exclude: [],
    max_file_bytes: DEFAULT_MAX_FILE_BYTES,
    reviewer_models: {},
    models_without_tools: [],
    complexity: 'standard',
    veto: {},
    base_budgets: {},
    progressive_summarization: {
        full_analysis_threshold: DEFAULT_THRESHOLDS.fullAnalysis,
        high_severity_threshold: DEFAULT_THRESHOLDS.highSeverity,
        force_return_threshold: DEFAULT_THRESHOLDS.forceReturn,
    },
};
export function resolveConfig({ file, env, flags }) {
    const layers = [file?.values ?? {}, readVariables(env), readFlags(flags)];
    const values = layers.reduce(overlay, DEFAULTS);
    const thresholds = toThresholds(values.progressive_summarization);
    const problem = checkThresholds(thresholds);
    if (problem !== null)
        throw toThresholdError(problem, file, env);
    return {
        reviewers: values.reviewers ?? null,
        model: values.model,
        reviewerModels: values.reviewer_models,
        panel: checkPanel(values.panel ?? []),
        fallback: values.fallback ?? null,
        protocol: values.protocol,
        minAgreement: values.min_agreement,
        modelsWithoutTools: values.models_without_tools,
        complexity: values.complexity,
        embeddingModel: values.embedding_model ?? null,
        commands: values.commands ?? {},
        prices: values.prices ?? {},
        waves: values.waves,
        concurrency: values.concurrency ?? null,
        maxTokens: values.max_tokens ?? null,
        maxCostUsd: values.max_cost ?? null,
        deadlineMs: parseDuration(values.deadline ?? ''),
        failOn: values.fail_on,
        allowPartial: values.allow_partial,
        ignoreVetoes: values.ignore_vetoes,
        journal: values.journal,
        include: values.include,
        exclude: values.exclude,
        maxFileBytes: values.max_file_bytes,
        thresholds,
        veto: values.veto,
        baseBudgets: values.base_budgets,
        externalAnalyzers: EXTERNAL_ANALYZERS.filter((name) => values.external_analyzers?.includes(name) ?? true),
        semgrepRules: values.semgrep_rules ?? [],
        advisoryDatabase: values.advisory_database ?? null,
        allowNetwork: values.allow_network,
        format: values.format ?? null,
    };
}
/** Twice the same model would be one opinion counted as two. */
function checkPanel(panel) {
    const twice = panel.find((name, i) => panel.indexOf(name) < i);
    if (twice === undefined)
        return panel;
    throw new ReviewError('bad-config', `panel: ${twice} is named twice.`, { advice: 'Name every model once.' });
}
/** The later layer wins key by key; tables are merged entry by entry, lists are replaced. */
const overlay = (below, above) => ({
    ...below,
    ...above,
    // One model named above takes the place of several named below.
    ...(above.model !== undefined && above.panel === undefined ? { panel: [] } : {}),
    reviewer_models: { ...below.reviewer_models, ...above.reviewer_models },
    veto: { ...below.veto, ...above.veto },
    base_budgets: { ...below.base_budgets, ...above.base_budgets },
    progressive_summarization: { ...below.progressive_summarization, ...above.progressive_summarization },
});
/** The file that `init` writes: valid, short, and pointing editors at the schema that explains the rest. */
export const initialConfig = () => `${JSON.stringify({
    $schema: './node_modules/consensus-review/schemas/config.schema.json',
    model: 'embedded',
    waves: 'auto',
    fail_on: 'veto',
    exclude: [],
    progressive_summarization: DEFAULTS.progressive_summarization,
}, null, 2)}\n`;
const toThresholds = (values) => ({
    fullAnalysis: values.full_analysis_threshold,
    highSeverity: values.high_severity_threshold,
    forceReturn: values.force_return_threshold,
});
/** The order is checked over all layers together: each value can be overridden alone (CONFIG-02). */
function toThresholdError(problem, file, env) {
    const group = 'progressive_summarization';
    const variables = THRESHOLD_KEYS.map((key) => toVariable([group, key])).filter((name) => env[name]?.trim());
    const places = [...(file?.values[group] === undefined ? [] : [file.path]), ...variables];
    const { fullAnalysis, highSeverity, forceReturn } = DEFAULT_THRESHOLDS;
    return new ReviewError('bad-config', `${places.join(', ')}: ${group}.${problem}`, {
        advice: 'Keep 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1; ' +
            `the defaults are ${fullAnalysis}, ${highSeverity} and ${forceReturn}.`,
    });
}
