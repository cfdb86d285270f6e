/**
 * The analyzer over our rule pack: parses each file once, runs all rules of its language on the tree, drops the tree.
 * Knows no comment that could silence it.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { placeOf, startOf, toFinding } from './ast-grep-findings.js';
import { createFileFlow } from './ast-grep-flow.js';
import { GRAMMARS } from './ast-grep-grammars.js';
import { loadParser } from './ast-grep-languages.js';
import { isPackedCode, isTreeTooDeep, mayBeDeep } from './ast-grep-limits.js';
import { dropTypeArguments } from './ast-grep-type-arguments.js';
import { hasRegexFault, readRegexLiteral } from './regex-faults.js';
import { findHost } from './rule-hosts.js';
import { RULE_FAMILIES, } from './rule-pack.js';
import { readVersion, scanFiles, UnfinishedFile } from './scan-files.js';
const PAUSE_MS = 20;
/** Sources that need no words of their own. */
const ASSUMED = new Set(['parameter', 'exported', 'value']);
const isRuleLanguage = (language) => language !== null && Object.hasOwn(RULE_FAMILIES, language);
/** What a matched node weighs outside the heap, in characters of parsed text. */
const NODE_CHARACTERS = 16;
export function createAstGrepAnalyzer({ rules: pack, relieve = () => null }) {
    const byLanguage = new Map(Object.keys(RULE_FAMILIES).map((name) => [
        name,
        pack.rules.filter(({ language }) => language.includes(name)),
    ]));
    const rulesOf = (path, language) => byLanguage.get(findHost(path, language)?.inner ?? language ?? '') ?? [];
    return {
        name: 'ast-grep',
        version: readVersion(createRequire(import.meta.url), '@ast-grep/napi'),
        reviewers: [...new Set(pack.rules.map(({ reviewer }) => reviewer))].toSorted(),
        accepts: (path, language, reviewer) => rulesOf(path, language).some((rule) => rule.reviewer === reviewer),
        async scan(files, _snapshot, signal) {
            const parse = await loadParser();
            return scanFiles(files, signal, async (file, note) => {
                const scan = await scanFile(file, { parse, pack, relieve }, rulesOf(file.path, file.language));
                await relieve(file.text.length);
                if (scan.limit !== null)
                    note(scan.limit);
                return scan.findings;
            });
        },
    };
}
/** Of a page only the code inside is matched; findings quote the page itself. */
function toCode({ path, language, text, }) {
    if (isRuleLanguage(language))
        return { language, text };
    const host = findHost(path, language);
    const inner = host?.extract(text) ?? null;
    return host && inner !== null ? { language: host.inner, text: inner } : null;
}
const PACKED = 'packed code read without data flow';
const NOTHING = { findings: [], limit: null };
const limitOf = (flow) => flow?.isCutShort === true ? 'data flow not followed to its end' : null;
async function scanFile(file, { parse, pack, relieve }, rules) {
    const code = toCode(file);
    if (code === null)
        return NOTHING;
    const { language, text } = code;
    const vocabulary = pack.vocabularies.get(RULE_FAMILIES[language]);
    const isPacked = isPackedCode(text);
    const chosen = rules.filter((rule) => !(isPacked && rule.taint) && applies(rule, { ...file, text }, vocabulary));
    if (chosen.length === 0)
        return { findings: [], limit: isPacked ? PACKED : null };
    const plain = parse(language, text);
    if (mayBeDeep(text) && isTreeTooDeep(plain))
        throw new UnfinishedFile('nested too deeply');
    const root = dropTypeArguments(plain, parse, language, text);
    const findFlow = rememberFlow(root, language, vocabulary);
    const pause = createPauses();
    const findings = [];
    for (const rule of chosen) {
        const matched = await matchRule(file, rule, root, { findFlow, pause });
        findings.push(...matched.findings);
        const relief = relieve(matched.nodes * NODE_CHARACTERS);
        if (relief)
            await relief;
    }
    return { findings, limit: isPacked ? PACKED : limitOf(findFlow()) };
}
const applies = (rule, { path, text }, vocabulary) => !rule.exclude?.test(path) &&
    rule.requires?.test(text) !== false &&
    !rule.unless?.test(text) &&
    (!rule.taint || !vocabulary || mayHaveSource(rule.taint, text, vocabulary));
const mayHaveSource = ({ sources }, text, { mentions, entries }) => sources.some((name) => ASSUMED.has(name) || mentions[name]?.test(text)) || entries?.test(text) === true;
async function matchRule(file, rule, root, { findFlow, pause }) {
    const findings = new Map();
    const matched = toConfigs(rule).flatMap((config) => root.findAll(config));
    for (const node of matched) {
        const turn = pause();
        if (turn)
            await turn;
        if ((findings.size > 0 && findings.has(startOf(node).line)) || !fits(node, rule, findFlow))
            continue;
        const trace = rule.taint ? traceFocus(node, rule.taint, findFlow()) : null;
        const { line } = placeOf(rule, { node, trace }).start;
        if ((trace || !rule.taint) && !findings.has(line) && !isExcused(node, rule, findFlow))
            findings.set(line, toFinding(rule, file, { node, trace }));
    }
    return { findings: [...findings.values()], nodes: matched.length };
}
/** What is no longer used outside the heap is freed between two turns of the event loop: long work gives way now and then. */
function createPauses() {
    let last = performance.now();
    return () => {
        const now = performance.now();
        if (now - last < PAUSE_MS)
            return null;
        last = now;
        return setImmediate();
    };
}
const isExcused = (node, { unlessAround }, findFlow) => unlessAround?.test(findFlow()?.textAround(node) ?? '') === true;
/** What a rule says about its metavariables beyond their shape: their full names, their values, their expressions. */
const fits = (node, rule, findFlow) => hasFault(node, rule, findFlow) &&
    everyMatch(node, rule.names, (named) => findFlow()?.nameOf(named) ?? named.text()) &&
    everyMatch(node, rule.literals, (named) => findFlow()?.literalOf(named) ?? named.text());
const everyMatch = (node, patterns, read) => Object.entries(patterns ?? {}).every(([variable, pattern]) => {
    const named = node.getMatch(variable);
    return named === null || pattern.test(read(named));
});
function hasFault(node, { regex }, findFlow) {
    const literal = regex ? node.getMatch(regex.focus) : null;
    const source = literal ? readRegexLiteral(literal.is('regex') ? literal.text() : literalOf(literal, findFlow)) : null;
    return !regex || (source !== null && hasRegexFault(source, regex.check));
}
const literalOf = (node, findFlow) => findFlow()?.literalOf(node) ?? node.text();
/** Data flow of a file is worked out only when a sink was found in it. */
function rememberFlow(root, language, vocabulary) {
    const grammar = GRAMMARS[RULE_FAMILIES[language]];
    let flow = null;
    return () => {
        if (grammar && vocabulary)
            flow ??= createFileFlow(root, grammar, vocabulary);
        return flow;
    };
}
const configs = new WeakMap();
function toConfigs(rule) {
    const known = configs.get(rule) ?? makeConfigs(rule);
    configs.set(rule, known);
    return known;
}
/** One search per matcher, with the constraints on the metavariables that it has. */
const makeConfigs = ({ matchers, constraints, utils }) => matchers.map((rule) => {
    const text = JSON.stringify([rule, utils]);
    const known = Object.entries(constraints ?? {}).filter(([name]) => new RegExp(`\\$${name}\\b`, 'u').test(text));
    return {
        rule,
        ...(known.length > 0 ? { constraints: Object.fromEntries(known) } : {}),
        ...(utils ? { utils } : {}),
    };
});
function traceFocus(node, taint, flow) {
    for (const name of taint.focus) {
        const single = node.getMatch(name);
        for (const focus of single ? [single] : node.getMultipleMatches(name)) {
            const trace = flow?.trace(focus, taint);
            if (trace && wentThrough(trace, taint, focus))
                return trace;
        }
    }
    return null;
}
function wentThrough(trace, { via, parameterVia, valueVia = parameterVia }, focus) {
    const texts = [...trace.texts, focus.text()];
    const fits = (pattern) => !pattern || texts.some((text) => pattern.test(text));
    const assumed = trace.kind === 'value' ? valueVia : parameterVia;
    return fits(via) && (trace.kind === 'source' || fits(assumed));
}
