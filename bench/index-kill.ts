/**
 * `node bench/index-kill.ts [kills] [minutes]`: kills `index` at 50 random moments, most of them while it writes; every index left behind has
 * to be usable. Ends after 10 minutes at the latest and says how often it killed by then.
 */
import { killIndex } from '../test/kill-index.ts';

const [kills = 50, minutes = 10] = process.argv.slice(2).map(Number);
const began = performance.now();
const report = await killIndex(kills, minutes * 60_000);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `killed ${report.killed} of ${kills} times in ${seconds} s, ${report.writing} of them while it was writing, ${report.partial} with a part stored; ${report.problems.length} problems`,
);
for (const problem of report.problems) console.log(`  ${problem}`);
process.exitCode = report.problems.length > 0 || report.killed === 0 ? 1 : 0;
