import { COMPRESS } from '../../../prompts/assignment.js';
import { formatHuntBriefing, formatHuntPrompt, HUNT_CHECKPOINT, HUNT_MUST_RETURN, } from '../../../prompts/audit-hunt.js';
import { parseAgentOutput } from '../../../protocol/agent-output.js';
import { formatCheckpoint, listCheckpointTurns, parseCheckpoint } from '../../../protocol/checkpoint.js';
import { planFinalAnswer } from '../../../protocol/output-estimate.js';
import { talkToAgent } from './agent-talk.js';
import { feedFiles } from './feed.js';
import { openHuntLog } from './hunt-log.js';
import { answerHuntTool, listHuntTools, RECORDING_TOOLS } from './hunt-tools.js';
import { leaveTrail } from './hunt-trail.js';
import { mergeRecorded } from './record-finding.js';
export async function huntWithModel(task, desk, signal, options) {
    const nonce = options.createNonce(`hunt/${task.agentId}`);
    const log = openHuntLog();
    const ask = options.openAsk(task.agentId);
    const open = async (hasTools) => ({
        ...openTalk({ task, desk, log, nonce, options, hasTools }),
        ask,
        briefing: await brief(task, desk, options, hasTools),
        signal,
    });
    const first = await talkToAgent(await open(options.hasTools));
    const end = first.lacksTools ? await talkToAgent(await open(false)) : first;
    const output = readOutput(end, nonce, log, task);
    const scene = await options.openScene(desk.snapshot);
    return {
        ending: end.kind === 'denied' ? 'failed' : end.kind,
        reason: end.reason,
        output,
        trail: leaveTrail(task, desk, { log, scene, output }),
        usedTokens: desk.account.usedTokens,
        budgetMode: desk.account.mode,
        cutoffReason: cutoffOf(end, desk),
    };
}
function openTalk({ task, desk, log, nonce, options, hasTools }) {
    const { counter, thresholds, maxOutputTokens, loadDocument } = options;
    const { maxTurns, lastExplorationTurn, budgetTokens } = task.turns;
    const checkpoints = new Set(listCheckpointTurns(maxTurns).map((turn) => turn + 1));
    const means = { task, desk, log, loadDocument, count: (text) => counter.count(text) };
    return {
        desk,
        counter,
        thresholds,
        maxOutputTokens,
        maxTurns,
        lastExplorationTurn,
        system: formatHuntPrompt({
            agentId: task.agentId,
            round: task.round,
            emergency: task.emergency,
            dimensions: task.dimensions,
            turns: task.turns,
            budgetTokens,
            maxToolCalls: task.maxToolCalls,
            maxFindings: task.maxFindings,
            documents: task.recon.documents,
            context: task.transfer?.context ?? null,
            hasTools,
            nonce,
        }),
        tools: hasTools ? listHuntTools(desk, task) : [],
        recording: RECORDING_TOOLS,
        get mustReturn() {
            const { kind } = planFinalAnswer(log.findings.length, budgetTokens, desk.account.usedTokens);
            return kind === 'compress' ? `${HUNT_MUST_RETURN}\n\n${COMPRESS}` : HUNT_MUST_RETURN;
        },
        answer: (name, args) => answerHuntTool(name, args, means),
        isResult: (text) => parseAgentOutput(text, { nonce }).complete,
        remind: (turn) => (hasTools && checkpoints.has(turn) ? HUNT_CHECKPOINT : null),
    };
}
async function brief(task, desk, { fenceName }, hasTools) {
    return formatHuntBriefing({
        recon: task.recon,
        dimensions: task.dimensions,
        files: task.files.map(({ path, lines }) => ({ path, lines })),
        hotspots: task.hotspots,
        recheck: [...(task.transfer?.history.cleanSample ?? [])],
        code: hasTools ? [] : await feedFiles(desk, task),
        fenceName,
    });
}
/** Checkpoints were written on the way; what they count beyond findings that were recorded or written is lost (AUD-16). */
function readOutput(end, nonce, log, task) {
    const checkpoints = end.earlier
        .flatMap((text) => text.split('\n'))
        .map(parseCheckpoint)
        .filter((checkpoint) => checkpoint !== null);
    const open = checkpoints.map((checkpoint) => formatCheckpoint({ ...checkpoint, findings: Math.max(0, checkpoint.findings - log.findings.length) }));
    const output = parseAgentOutput([...open, end.text].join('\n'), { nonce, transportEnded: end.isWhole });
    return mergeRecorded({ ...output, checkpoints: [...checkpoints, ...output.checkpoints.slice(open.length)] }, log, task);
}
const cutoffOf = ({ kind, isWhole }, { account }) => {
    if (kind === 'timeout' || kind === 'aborted')
        return kind;
    if (kind === 'denied')
        return 'budget';
    if (kind === 'failed')
        return 'error';
    if (isWhole)
        return null;
    return account.mode === 'force_return' ? 'budget' : 'truncated';
};
