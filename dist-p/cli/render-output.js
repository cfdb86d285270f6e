import { renderReport } from '../report/formats.js';
import { wantsColor } from './terminal-taste.js';
import { readVersion } from './version.js';
const FILE_WIDTH = 100;
/** A report for the screen, with its colours and width, and for files, which have neither. */
export function renderFor(report, terminal, flags, toolVersion = readVersion()) {
    const common = { verbose: flags.verbose === true, toolVersion };
    const width = terminal.stdout.columns ?? FILE_WIDTH;
    return {
        forScreen: (format) => renderReport(format, report, { ...common, color: wantsColor(terminal, flags), width }),
        forFile: (format) => renderReport(format, report, { ...common, color: false, width: FILE_WIDTH }),
    };
}
