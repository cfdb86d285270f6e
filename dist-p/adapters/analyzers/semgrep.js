/**
 * Semgrep with our rules or those the user configured (FACT-06): metrics and version check off, no registry unless the
 * network is allowed, comments and ignore files of the reviewed code without effect. One retry, then failed.
 */
import { existsSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLanguage } from '../../protocol/language.js';
import { decideSemgrep, parseSemgrepFaults, parseSemgrepResults, } from '../../protocol/semgrep-results.js';
import { salvageSemgrepResults } from '../../protocol/semgrep-salvage.js';
import { addFaults, createExternalAnalyzer, placeFiles, reportOutput, } from './external-analyzer.js';
import { meanByWeakness, toTitle } from './external-findings.js';
const NAME = 'semgrep';
const OUTPUT = 'semgrep-baseline.json';
const MAX_OUTPUT_BYTES = 64_000_000;
const TIMEOUT_MS = 240_000;
/** Rules of ours for languages that no other analyzer of ours reads; elsewhere the rule pack is quicker. */
export const OWN_RULES = fileURLToPath(new URL('../../../rules/semgrep/', import.meta.url));
const OWN_LANGUAGES = new Set(['kotlin', 'scala', 'rust', 'swift']);
/** Never put down, not even to be looked at. */
const OWN_SETTINGS = /(?:^|\/)\.semgrep[^/]*(?:\/|$)/u;
const REGISTRY = /^(?:p|r)\/[\w./-]+$|^https?:/u;
export function createSemgrepAnalyzer(host, options) {
    const configured = options.rules.map((rule) => (REGISTRY.test(rule) ? rule : resolve(host.root, rule)));
    const configs = [...(existsSync(OWN_RULES) ? [OWN_RULES] : []), ...configured];
    const accepts = (path, language) => {
        if (language === null || OWN_SETTINGS.test(path) || findLanguage(language)?.kind === 'prose')
            return false;
        return options.rules.length > 0 || OWN_LANGUAGES.has(language);
    };
    return createExternalAnalyzer({
        name: NAME,
        program: 'semgrep',
        versionArgs: ['--version', '--disable-version-check'],
        reviewers: ['security-reviewer', 'code-quality-reviewer'],
        timeoutMs: TIMEOUT_MS,
        absence: findAbsence(configs, options),
        accepts,
        scan: (task) => scan(task, configs),
    }, host);
}
function findAbsence(configs, { mayUseNetwork }) {
    if (configs.length === 0)
        return 'no rules configured (semgrep_rules)';
    const remote = configs.find((config) => REGISTRY.test(config));
    if (remote !== undefined && !mayUseNetwork)
        return `rules ${remote} need the network (allow_network)`;
    const missing = configs.find((config) => !REGISTRY.test(config) && !existsSync(config));
    return missing === undefined ? null : `rules ${missing} do not exist`;
}
async function scan(task, configs) {
    const faults = await placeFiles(task);
    // Without a file of ours Semgrep leaves out tests and other folders by a list of its own.
    await task.folder.place({ path: '.semgrepignore', text: '' });
    for (let attempts = 1;; attempts += 1) {
        const attempt = await runOnce(task, configs);
        if (attempt.failure !== null)
            return { kind: 'failed', reason: attempt.failure };
        const decision = decideSemgrep({ installed: true, required: false, attempts, outcome: attempt.outcome });
        if (decision.kind === 'retry')
            continue;
        const outcome = attempt.outcome?.kind === 'parsed' ? attempt.outcome : salvageSemgrepResults(attempt.text);
        if (outcome.kind === 'unusable')
            return { kind: 'failed', reason: attempt.text === '' ? 'no output' : outcome.reason };
        return addFaults(report(task, outcome, attempt.text, configs), faults);
    }
}
async function runOnce(task, configs) {
    const output = join(task.folder.home, OUTPUT);
    const end = await task.run([
        'scan',
        ...['--metrics', 'off', '--disable-version-check', '--no-git-ignore', '--quiet', '--oss-only'],
        ...(task.host.trustsRepository ? [] : ['--disable-nosem']),
        ...configs.flatMap((config) => ['--config', config]),
        ...['--json', '--output', output, '.'],
    ], { environment: createSemgrepEnvironment(task) });
    if (end.kind !== 'ended')
        return { text: '', outcome: null, failure: end.reason };
    const text = await readOutput(output);
    if (text === null)
        return { text: '', outcome: null, failure: `more than ${MAX_OUTPUT_BYTES} bytes of output` };
    const outcome = text === '' ? null : parseSemgrepResults(text);
    const isRefused = (end.exitCode ?? 1) >= 2 && outcome?.kind === 'parsed' && outcome.findings.length === 0;
    const [fault] = parseSemgrepFaults(text);
    return { text, outcome, failure: isRefused ? (fault?.reason ?? `it ended with ${end.exitCode}`) : null };
}
const createSemgrepEnvironment = ({ folder }) => ({
    SEMGREP_SEND_METRICS: 'off',
    SEMGREP_ENABLE_VERSION_CHECK: '0',
    SEMGREP_SETTINGS_FILE: join(folder.home, 'settings.yml'),
    SEMGREP_LOG_FILE: join(folder.home, 'semgrep.log'),
    SEMGREP_VERSION_CACHE_PATH: join(folder.home, 'version'),
});
async function readOutput(path) {
    const size = await stat(path).then((found) => found.size, () => 0);
    if (size > MAX_OUTPUT_BYTES)
        return null;
    return size === 0 ? '' : readFile(path, 'utf8');
}
function report(task, outcome, text, configs) {
    const prefixes = configs.filter((config) => !REGISTRY.test(config)).map(toPrefix);
    const hits = outcome.findings.map((finding) => toHit(finding, prefixes));
    const faults = parseSemgrepFaults(text);
    const isCut = outcome.status === 'partial' && faults.length === 0 && outcome.dropped.malformed === 0;
    const cut = { path: null, reason: 'its output ends early; only whole results are kept' };
    return reportOutput(NAME, { kind: 'parsed', hits, faults: isCut ? [cut] : faults, malformed: outcome.dropped.malformed }, task, mean);
}
/** Semgrep puts the folder of a local rule before its name; a name must not depend on where rules lie. */
function toPrefix(config) {
    const folder = statSync(config, { throwIfNoEntry: false })?.isDirectory() === false ? dirname(config) : config;
    return `${folder.split(/[\\/]/u).filter(Boolean).join('.')}.`;
}
function toHit(finding, prefixes) {
    const prefix = prefixes.find((start) => finding.check_id.startsWith(start)) ?? '';
    return {
        rule: finding.check_id.slice(prefix.length),
        path: finding.path,
        line: finding.start_line,
        endLine: finding.end_line,
        message: finding.message ?? finding.check_id.slice(prefix.length),
        level: finding.severity.toLowerCase(),
        certainty: null,
        cwe: finding.cwe ?? null,
        references: [],
    };
}
/** A rule that names a weakness speaks for the security reviewer, any other for code quality. */
function mean(hit) {
    const severity = hit.level === 'error' ? 'HIGH' : 'MEDIUM';
    if (hit.cwe !== null)
        return meanByWeakness(hit, severity);
    return {
        ...meanByWeakness(hit, severity === 'HIGH' ? 'MEDIUM' : 'LOW'),
        reviewer: 'code-quality-reviewer',
        category: 'patterns',
        title: toTitle(hit.message),
        extra: { effort: 'small' },
    };
}
