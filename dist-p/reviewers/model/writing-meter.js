/** Pieces end at white space, where tokens of code end too, so that their sum is close to the count of the whole. */
const MIN_PIECE_CHARS = 200;
const MAX_PIECE_CHARS = 2000;
export function createWritingMeter(account, counter, thresholds) {
    let pending = '';
    let isOver = false;
    const book = (piece) => {
        if (piece === '')
            return '';
        const tokens = counter.count(piece);
        const after = (account.usedTokens + tokens) / account.budgetTokens;
        if (after >= thresholds.forceReturn || !account.claim(tokens)) {
            isOver = true;
            account.claim(account.budgetTokens);
            return null;
        }
        return piece;
    };
    return {
        take(chunk) {
            if (isOver)
                return null;
            pending += chunk;
            if (pending.length < MIN_PIECE_CHARS)
                return '';
            const space = Math.max(pending.lastIndexOf('\n'), pending.lastIndexOf(' '));
            const cut = space > 0 ? space : pending.length > MAX_PIECE_CHARS ? pending.length : 0;
            const piece = pending.slice(0, cut);
            pending = pending.slice(cut);
            return book(piece);
        },
        end() {
            if (isOver)
                return null;
            const piece = pending;
            pending = '';
            return book(piece);
        },
    };
}
