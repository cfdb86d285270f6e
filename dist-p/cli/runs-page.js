import { wantsColor } from './terminal-taste.js';
const FILE_WIDTH = 100;
export const choosePage = (terminal, flags) => flags.format ?? (terminal.stdout.isTTY ? 'terminal' : 'markdown');
export const pageOf = (terminal, flags) => ({
    color: wantsColor(terminal, flags),
    width: terminal.stdout.columns ?? FILE_WIDTH,
    verbose: flags.verbose === true,
});
export const formatTime = (ms) => new Date(ms).toISOString();
