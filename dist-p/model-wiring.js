/** Model reviewers put together: models of the configuration, their calls, their accounts. Loaded only where one is asked for. */
import { createHash } from 'node:crypto';
import { createCommandModel } from './adapters/models/command-model.js';
import { createModel } from './adapters/models/create-model.js';
import { createModelCaller } from './adapters/models/create-model-caller.js';
import { chooseWord } from './chance-words.js';
import { labelSeat } from './engine/seats.js';
import { describeMeans, isCommand } from './model-means.js';
import { sharesFindings } from './protocol/consensus.js';
import { parsePrices, requirePrice } from './protocol/model-prices.js';
import { modelsFor } from './protocol/reviewer-models.js';
import { createRunAccount } from './protocol/run-account.js';
import { createAsk } from './reviewers/model/ask-model.js';
import { createModelDriver } from './reviewers/model/model-driver.js';
import { createJournaledCaller } from './reviewers/model/recording.js';
import { createReusingCaller } from './reviewers/model/reused-calls.js';
import { shareAnalyzers } from './reviewers/model/shared-analyzers.js';
import { watchCaller } from './watch-effects.js';
export const EMBEDDED = 'embedded';
const IDLE_TIMEOUT_MS = 120_000;
const mark = (text) => createHash('sha256').update(text).digest('hex');
/** Of both limits: what is kept for those who judge or validate the findings of the others. */
const TAIL_SHARE = 0.2;
/** What the calls of a run may use together. */
export function limitsOf({ protocol, maxTokens, maxCostUsd }, isAudit) {
    const share = isAudit || sharesFindings(protocol, 2) ? TAIL_SHARE : 0;
    const reservedTokens = Math.floor((maxTokens ?? 0) * share);
    return { maxTokens, maxCostUsd, reservedTokens, reservedUsd: (maxCostUsd ?? 0) * share };
}
function openModel(name, wiring) {
    const { environment, clock, config, root, guard = (model) => model } = wiring;
    return guard(isCommand(name)
        ? createCommandModel(name, { env: environment, commands: config.commands, root })
        : createModel(name, { env: environment, clock }));
}
/** Who is asked, and with which words of chance. Below the journal: what is reused is recorded like what is asked. */
function openCaller(wiring) {
    const { clock, tape, watch = null, reuse, openGate, signal = new AbortController().signal } = wiring;
    const nonces = tape?.nonces ?? { next: chooseWord };
    const gate = openGate === undefined ? {} : { openGate };
    const plain = createModelCaller({ clock, random: Math.random, ...gate });
    const watched = watch === null ? plain : watchCaller(plain, watch);
    const asked = reuse === undefined
        ? { nonces, caller: watched }
        : createReusingCaller(watched, nonces, { reuse, runId: reuse.runId, now: clock.now });
    if (tape === null)
        return asked;
    return { ...asked, caller: createJournaledCaller(asked.caller, { journal: tape.journal, mark, signal }) };
}
/** A model that only a recording answers for. */
const absentModel = (name) => ({
    name,
    provider: name.split('/')[0] ?? name,
    turn: () => Promise.reject(new Error('a replay asks no provider')),
});
/** Each model is opened once. */
function rememberModels(wiring) {
    const models = new Map();
    return (name) => {
        const model = models.get(name) ?? (wiring.tape?.kind === 'replay' ? absentModel(name) : openModel(name, wiring));
        models.set(name, model);
        return model;
    };
}
/** As events name the agent. */
const labelOf = (reviewer, model, config) => labelSeat(reviewer.name, model, modelsFor(reviewer, config).length > 1);
export function createModelReviewers(wiring) {
    const { config, counter } = wiring;
    const { maxCostUsd } = config;
    const prices = parsePrices(config.prices, 'configuration');
    const account = wiring.account ?? createRunAccount(limitsOf(config, wiring.isAudit === true));
    const { caller, nonces } = openCaller(wiring);
    const fenceName = `DATA-${nonces.next('fence')}`;
    const analyzers = config.panel.length > 1 ? shareAnalyzers(wiring.embedded) : wiring.embedded;
    const modelOf = rememberModels(wiring);
    // Models of a panel ask about the same files in the same wave: their names tell their calls apart.
    const keyOf = (name, key) => (config.panel.length > 0 ? `${name}/${key}` : key);
    const openAskOn = (name) => (key, agent, isTail = false) => createAsk({
        caller,
        key: keyOf(name, key),
        agent,
        isTail,
        model: modelOf(name),
        fallback: config.fallback === null ? null : modelOf(config.fallback),
        account,
        priceOf: (asked) => requirePrice(asked, maxCostUsd, prices),
        counter,
        idleTimeoutMs: wiring.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    });
    const meansOf = (name) => {
        const { feedsAtOnce: _feedsAtOnce, ...means } = describeMeans(name, config);
        modelOf(name);
        return {
            ...means,
            // Whoever does not hunt deepens or validates, which is paid for first.
            openAsk: (key) => openAskOn(name)(key, key.split('/')[0] ?? key, !key.startsWith('agent-')),
            counter,
            createNonce: (key) => nonces.next(keyOf(name, key)),
            fenceName,
        };
    };
    const driverOf = (name) => {
        const { openAsk: _openAsk, ...means } = meansOf(name);
        return createModelDriver({
            ...means,
            openAsk: ({ reviewer, wave, round }) => openAskOn(name)(`${wave}/${reviewer.name}`, labelOf(reviewer, name, config), round > 1),
            feedsAtOnce: isCommand(name),
            guidance: wiring.guidance,
            analyzers,
            ...(wiring.reuse === undefined ? {} : { rules: wiring.reuse.rules }),
        });
    };
    const drivers = new Map([[EMBEDDED, wiring.embedded]]);
    const open = (name) => {
        const driver = drivers.get(name) ?? driverOf(name);
        drivers.set(name, driver);
        return driver;
    };
    // A wrong name, key or price is said before anything is read.
    for (const name of [...modelsFor({ name: '', model: null }, config), ...Object.values(config.reviewerModels)])
        open(name);
    if (config.fallback !== null)
        requirePrice(modelOf(config.fallback).name, maxCostUsd, prices);
    return { driversFor: (reviewer) => modelsFor(reviewer, config).map(open), auditOn: meansOf, account };
}
