import { requirePlanFormat } from '../protocol/plan-format.js';
import { formatJson, formatPlanJson } from './json.js';
import { formatJsonl } from './jsonl.js';
import { formatMarkdown } from './markdown.js';
import { formatPlanMarkdown } from './plan-markdown.js';
import { formatPlanTerminal } from './plan-terminal.js';
import { formatSarif } from './sarif.js';
import { formatSignalReport } from './signal.js';
import { formatSummary } from './summary.js';
import { formatTerminal } from './terminal.js';
const REPORT_FORMATS = {
    terminal: formatTerminal,
    markdown: formatMarkdown,
    json: formatJson,
    jsonl: formatJsonl,
    sarif: formatSarif,
    signal: formatSignalReport,
    summary: formatSummary,
};
const PLAN_FORMATS = {
    terminal: formatPlanTerminal,
    markdown: formatPlanMarkdown,
    json: formatPlanJson,
};
export const renderReport = (name, report, options) => REPORT_FORMATS[name](report, options);
/** Throws ReviewError('bad-value') for a format that only a report has. */
export const renderPlan = (name, plan, options) => PLAN_FORMATS[requirePlanFormat(name)](plan, options);
