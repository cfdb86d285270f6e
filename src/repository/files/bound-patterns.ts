/**
 * Lines of an ignore file as far as they are matched in time: where a line names "any folders" again and again, the matcher tries every
 * folder of a path anew for each of them. What is given up only takes more files into the review, never fewer. Called by git-ignore.ts and scope-filter.ts.
 */
const MAX_LINE = 1_000;
const MAX_ANY_FOLDERS = 2;
const ANY_FOLDERS = /\*\*\//gu;

export const boundPatterns = (text: string): string => text.split('\n').map(boundLine).join('\n');

const isCheap = (line: string): boolean =>
  line.length <= MAX_LINE && (line.match(ANY_FOLDERS)?.length ?? 0) <= MAX_ANY_FOLDERS;

function boundLine(written: string): string {
  const line = written.replace(/(?:\*\*\/){2,}/gu, '**/');
  if (isCheap(line)) return line;
  if (!line.startsWith('!')) return '';
  // It takes files in again: what stands last in it takes in those, and more.
  const wider = `!**/${line.slice(line.lastIndexOf('**/') + 3)}`;
  return isCheap(wider) ? wider : '!**';
}
