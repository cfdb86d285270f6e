import { turnBudgetTokens } from '../../protocol/turns.js';
import { VALIDATOR_TURNS } from '../../protocol/validation-plan.js';
import { createLedger } from '../ledger.js';
export function openDesk(budgetTokens, { snapshot, openTools, thresholds }) {
    const account = createLedger(budgetTokens, thresholds);
    let tools = null;
    return {
        snapshot,
        account,
        context: () => {
            tools ??= openTools({ snapshot, account, thresholds });
            return tools;
        },
    };
}
/** Turns a model may take to follow one finding. */
const DIVE_TURNS = 4;
export const deskForDive = ({ findings }, means) => openDesk(turnBudgetTokens(DIVE_TURNS * Math.max(1, findings.length)), means);
export const deskForValidation = (means) => openDesk(turnBudgetTokens(VALIDATOR_TURNS), means);
