/** What lets a run reuse earlier ones: the store of recollections, and the mark of everything that decides besides the files. */
import { createHash } from 'node:crypto';
import { markRulePack } from './adapters/analyzers/rule-pack-mark.js';
import { describeMeans } from './model-means.js';
import { modelsFor } from './protocol/reviewer-models.js';
import { describeQuestion } from './reviewers/model/question-words.js';
const markText = (text) => createHash('sha256').update(text).digest('hex');
/** Analyzers tell the model where to look, so their rules are part of its question; the version stands for all of our code. */
async function markRules(config, version) {
    const { externalAnalyzers, semgrepRules, advisoryDatabase, allowNetwork, complexity, commands } = config;
    const settings = { externalAnalyzers, semgrepRules, advisoryDatabase, allowNetwork, complexity, commands };
    return markText(JSON.stringify([version, await markRulePack(), settings]));
}
export async function createReuse(recollections, { config, root, version }, mayRecall) {
    return { recollections, mayRecall, owner: root, mark: markText, rules: await markRules(config, version) };
}
const EMBEDDED = 'embedded';
/** The seats of a plan: nobody is asked, yet it is known what would be. */
export const seatPlanner = (config, guidance, rules) => (reviewer) => modelsFor(reviewer, config).map((name) => {
    if (name === EMBEDDED)
        return { name, hasContext: false };
    const terms = { ...describeMeans(name, config), guidance, rules };
    return { name, hasContext: true, question: (own) => describeQuestion(own, terms) };
});
