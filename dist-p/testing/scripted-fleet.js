/**
 * A fleet of audit agents that does what a script says: finish, break off, fail, time out, claim too much. It writes real
 * result texts, which the real parser reads, and keeps a log of what it did, so that a test can compare the report with it.
 */
import { EMPTY_TRAIL, } from '../audit-port.js';
import { parseAgentOutput } from '../protocol/agent-output.js';
import { formatAgentResult } from '../protocol/agent-result-wire.js';
import { REQUIRED_CHECKS } from '../protocol/coverage-evidence.js';
import { DIMENSION_PROFILES } from '../protocol/dimension.js';
import { claimFinding } from '../protocol/finding.js';
export function createScriptedFleet(script) {
    const acts = [];
    const validated = [];
    return {
        name: 'scripted/fleet',
        acts,
        validated,
        hunt: async (task) => {
            const behaviour = script.behave(task);
            const { act, result } = perform(task, behaviour, script);
            acts.push(act);
            await Promise.resolve();
            if (behaviour === 'throw')
                throw new Error('the agent broke down');
            return result;
        },
        deepen: async ({ findings, hotspots, chains }) => {
            const flows = new Map();
            for (const { id, file, line } of findings) {
                const kind = script.flow(id);
                if (kind === 'throw')
                    throw new Error('the deep dive broke down');
                flows.set(id, toFlow(kind, file, line));
            }
            return {
                flows,
                hotspotsCovered: hotspots,
                chains: new Map(chains.map(({ id }, i) => [id, { holds: i % 3 !== 2, reason: 'scripted', isVerified: true }])),
                reason: null,
            };
        },
        validate: async (task) => {
            validated.push(task);
            return decide(task, script);
        },
    };
}
function toFlow(kind, file, line) {
    const steps = [{ file, line, what: 'scripted' }];
    if (kind === 'complete')
        return { kind, steps, entry: null };
    if (kind === 'broken')
        return { kind, steps, reason: 'callback' };
    return kind === 'unknown' ? { kind, reason: 'scripted' } : { kind };
}
function decide({ findings, batch }, script) {
    const method = 'scripted';
    const [first] = findings;
    if (first !== undefined && batch.by === 'agent' && script.verdict(first.id) === 'fail')
        return { kind: 'failed', reason: 'scripted', decisions: [], method };
    return {
        kind: 'decided',
        reason: null,
        method,
        decisions: findings.flatMap(({ id, file, line }) => {
            const verdict = script.verdict(id);
            if (verdict === 'none' || verdict === 'fail')
                return [];
            return [
                {
                    id,
                    verdict,
                    verification: batch.steps.map((step) => `${step}:pass(scripted)`).join(' '),
                    evidenceFile: `${file}:${line}`,
                    reason: 'scripted',
                    contradiction: null,
                },
            ];
        }),
    };
}
function perform(task, behaviour, script) {
    const findings = writeFindings(task, behaviour, script);
    const text = formatAgentResult({
        agentId: task.agentId,
        round: task.round,
        filesReadCount: task.files.length,
        dimensions: task.dimensions,
        coverage: Object.fromEntries(task.dimensions.map((dimension) => [dimension, claimOf(behaviour)])),
        modulesLoaded: [],
        toolCalls: {},
        hotspots: [],
        gaps: [],
        findings,
    });
    const isCut = behaviour === 'cut-mild' || behaviour === 'cut-severe';
    const kept = isCut ? text.slice(0, placeCut(text, behaviour, script.cutAt(task))) : text;
    const answers = isCut || behaviour === 'finish' || behaviour === 'shallow' || behaviour === 'false-claim';
    const isKept = answers && behaviour !== 'cut-severe';
    const delivered = listDelivered(task, behaviour);
    const rulesOut = RULING_OUT.has(behaviour) && script.rulesOut?.(task) === true;
    const trail = answers && !isCut ? leaveTrail(task, behaviour) : EMPTY_TRAIL;
    const claims = findings.map((finding, i) => ({
        ...describeClaim(task, finding, i, { script, delivered }),
        fate: isKept ? fateOf(text, kept, i + 1) : 'unsaid',
    }));
    return {
        act: {
            task,
            behaviour,
            rulesOut,
            claims,
            whole: claims.filter(({ fate }) => fate === 'whole').map(({ title }) => title),
        },
        result: {
            ending: answers ? 'replied' : behaviour === 'throw' ? 'failed' : behaviour,
            reason: answers ? null : 'scripted',
            output: parseAgentOutput(answers ? kept : '', { transportEnded: !isCut }),
            trail: {
                ...trail,
                delivered,
                falsePositives: rulesOut ? [{ file: SHARED.file, line: SHARED.line, reason: 'scripted' }] : [],
            },
            usedTokens: 100,
            budgetMode: 'full',
            cutoffReason: isCut ? 'truncated' : null,
        },
    };
}
/** Who worked on to the end of its own accord may have ruled something out. */
const RULING_OUT = new Set(['finish', 'shallow']);
const describeClaim = (task, { title, severity, file }, index, { script, delivered }) => ({
    title,
    severity,
    place: script.place?.(task, index) ?? 'own',
    isSeen: file !== null && delivered[file] !== undefined,
});
/** The place several agents speak of, with a weakness nobody else names. */
export const SHARED = { file: 'src/a.ts', line: 150, cwe: 'CWE-1321' };
const BEYOND_LINE = 9999;
/** What became of one block: each field counts once its line has ended. */
function fateOf(text, kept, number) {
    const heading = `[F${String(number).padStart(3, '0')}]`;
    const start = text.indexOf(heading);
    const endOf = (field) => text.indexOf('\n', text.indexOf(`\n  ${field}:`, start) + 1) + 1;
    if (kept.length < text.indexOf('\n', start))
        return kept.length < start + heading.length ? 'unsaid' : 'lost';
    if (endOf('validation') <= kept.length)
        return 'whole';
    return endOf('sink') <= kept.length ? 'usable' : 'lost';
}
/** Whoever did its work was given its files; a liar has opened one. */
const listDelivered = ({ files }, behaviour) => Object.fromEntries((behaviour === 'false-claim' ? files.slice(0, 1) : files).map(({ path, lines }) => [
    path,
    [{ start: 1, end: Math.max(lines, BEYOND_LINE) }],
]));
const claimOf = (behaviour) => (behaviour === 'shallow' ? 'shallow' : 'covered');
/** Severe: before the agent has named itself. Mild: anywhere behind the header. */
function placeCut(text, behaviour, share) {
    if (behaviour === 'cut-severe')
        return '===AGENT_RESULT===\nagent'.length;
    const from = text.indexOf('tool_calls:');
    return from + Math.floor(share * (text.length - from - '===AGENT_RESULT_END===\n'.length));
}
const CWES = ['CWE-89', 'CWE-79', 'CWE-22', 'CWE-918', 'CWE-502', 'CWE-287', 'CWE-862', 'CWE-327', 'CWE-16', 'CWE-840'];
/** Findings far enough apart that nothing is merged, each with a title of its own. */
function writeFindings(task, behaviour, script) {
    return Array.from({ length: script.findingCount(task) }, (_, i) => {
        const dimension = task.dimensions[i % task.dimensions.length] ?? 'D1';
        const { file, line, cwe } = placeFinding(task, i, script);
        return claimFinding({
            severity: script.severity(task, i),
            title: `${task.agentId} finding ${i + 1} (${behaviour})`,
            issue: `${task.agentId} finding ${i + 1} (${behaviour})`,
            cwe,
            dimension,
            file,
            line,
            endLine: line,
            confidence: 0.9,
            source: cwe === SHARED.cwe ? 'req.body.shared :1' : 'req.query :1',
            sink: `sink :${line}`,
            flow: `:1 → :${line}`,
            evidence: `line ${line}`,
            impact: 'scripted',
            extra: { validation: 'partial' },
        });
    });
}
function placeFinding(task, index, script) {
    const agent = Number(task.agentId.slice(-2));
    const own = task.files[(agent + index) % Math.max(1, task.files.length)]?.path ?? 'src/none.ts';
    const cwe = CWES[(agent * 3 + index) % CWES.length] ?? 'CWE-89';
    const line = 1 + ((task.round * 211 + agent * 37 + index * 13) % 293);
    const paths = script.paths ?? [own];
    switch (script.place?.(task, index) ?? 'own') {
        case 'own':
            return { file: own, line, cwe };
        case 'elsewhere':
            return { file: paths[(agent * 5 + index * 3) % paths.length] ?? own, line, cwe };
        case 'beyond':
            return { file: own, line: BEYOND_LINE, cwe };
        case 'nowhere':
            return { file: 'src/none.ts', line, cwe };
        case 'shared':
            return SHARED;
    }
}
function leaveTrail(task, behaviour) {
    if (behaviour === 'false-claim')
        return { ...EMPTY_TRAIL, filesRead: task.files.slice(0, 1).map(({ path }) => path) };
    const isDeep = behaviour === 'finish';
    return {
        ...EMPTY_TRAIL,
        filesRead: task.files.map(({ path }) => path),
        searches: task.dimensions.map((dimension) => ({ pattern: `${dimension} round ${task.round}`, scope: '.' })),
        evidence: task.dimensions.map((dimension) => evidenceOf(dimension, isDeep)),
        cells: task.dimensions.flatMap((dimension) => task.files.map(({ path }) => ({ dimension, path, status: isDeep ? 'covered' : 'shallow' }))),
        tracedEntryPoints: isDeep ? task.recon.entryPoints.map(({ file, line }) => `${file}:${line}`) : [],
    };
}
function evidenceOf(dimension, isDeep) {
    const { track } = DIMENSION_PROFILES[dimension];
    const checks = isDeep ? REQUIRED_CHECKS[dimension] : [];
    const many = isDeep ? 9 : 0;
    if (track === 'config')
        return { track, dimension: dimension, searches: 1, checks };
    if (track === 'control')
        return {
            track,
            dimension: dimension,
            searches: 1,
            endpoints: 9,
            endpointsVerified: many,
            resourceTypes: 3,
            consistentResourceTypes: isDeep ? 3 : 0,
            chains: 9,
            chainsFollowed: many,
        };
    return {
        track,
        dimension: dimension,
        searches: 3,
        emptySearches: 0,
        sinks: 9,
        filesHit: 3,
        filesTraced: isDeep ? 3 : 0,
        completeFlows: many,
        checks,
    };
}
