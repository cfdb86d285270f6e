/** `node bench/index-kill.ts [rounds]`: kills `index` at 50 random moments, most of them while it writes; every index left behind has to be usable. */
import { killIndex } from '../test/kill-index.ts';

const report = await killIndex(Number(process.argv[2] ?? 50));
console.log(
  `killed ${report.killed} times, ${report.writing} of them while it was writing, ${report.partial} with a part stored; ${report.problems.length} problems`,
);
for (const problem of report.problems) console.log(`  ${problem}`);
process.exitCode = report.problems.length > 0 ? 1 : 0;
