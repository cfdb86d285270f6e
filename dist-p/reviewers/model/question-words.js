/**
 * Everything but the files that decides what a model reviewer answers, in the words it is really told: a changed prompt, rule,
 * tool or guidance is another question without anybody having to raise a number. Budgets are left out: only what was
 * reviewed in full analysis is ever reused, whatever the budget was.
 */
import { TOOL_DEFINITIONS } from '../../context/tools/agent-tools.js';
import { formatAssignment } from '../../prompts/assignment.js';
import { formatReviewerPrompt } from '../../prompts/reviewer-prompt.js';
import { listHostTools } from './host-tools.js';
import { handingOf } from './open-conversation.js';
const ISOLATIONS = ['shared', 'branch'];
/** Stands for every word of chance. */
const WORD = 'WORD';
export function describeQuestion(reviewer, terms) {
    const { modelName, thresholds, maxOutputTokens, hasTools, guidance, rules } = terms;
    const assignments = ISOLATIONS.map((isolation) => formatAssignment({ files: [], isolation, hints: [], guidance, fenceName: WORD, handing: handingOf(terms) }));
    const tools = hasTools ? [...listHostTools({ isolation: 'branch' }), ...TOOL_DEFINITIONS] : [];
    const prompt = formatReviewerPrompt({ reviewer, budgetTokens: reviewer.baseBudgetTokens, thresholds, nonce: WORD });
    return JSON.stringify([modelName, prompt, reviewer, assignments, tools, thresholds, maxOutputTokens, rules]);
}
