import { findCweFamily } from '../../../protocol/cwe-family.js';
const UNLIMITED = {
    budgetTokens: Number.MAX_SAFE_INTEGER,
    usedTokens: 0,
    usageRatio: 0,
    mode: 'full',
    claim: () => true,
};
const NO_CONTEXT = () => {
    throw new Error('the baseline scan has no context of an agent');
};
/** Reviewers whose findings belong to the audit. */
export const AUDIT_REVIEWERS = ['security-reviewer', 'vulnerability-reviewer'];
export async function scanEmbedded(driver, reviewers, files, { snapshot, signal }) {
    const scans = await Promise.all(reviewers.map((reviewer) => scanFor(driver, reviewer, files, { snapshot, signal })));
    const skipped = new Set(scans.flatMap((scan) => scan.skipped));
    return {
        findings: scans.flatMap(({ findings }) => findings).map(placeInDimension),
        analyzers: mergeRows(scans.flatMap(({ analyzers }) => analyzers)),
        analysed: new Set(files.map(({ path }) => path).filter((path) => !skipped.has(path))),
        status: scans.some(({ failed }) => failed) ? 'failed' : skipped.size > 0 ? 'partial' : 'completed',
    };
}
async function scanFor(driver, reviewer, files, { snapshot, signal }) {
    const assignment = {
        reviewer,
        round: 1,
        wave: 1,
        budgetTokens: UNLIMITED.budgetTokens,
        isolation: 'shared',
        branchId: null,
        files: files.map((file) => ({ ...file, tier: 3, recorded: 0 })),
        mayContinue: false,
    };
    const findings = [];
    const analyzers = [];
    const skipped = [];
    const done = new Set();
    let failed = false;
    const tools = { snapshot, account: UNLIMITED, context: NO_CONTEXT };
    for await (const event of driver.review(assignment, tools, UNLIMITED, signal)) {
        if (event.kind === 'finding')
            findings.push(event.finding);
        else if (event.kind === 'analyzer')
            analyzers.push(event.row);
        else if (event.kind === 'file-done')
            done.add(event.path);
        else if (event.kind === 'outcome')
            failed = event.outcome.status === 'failed';
    }
    for (const { path } of files)
        if (!done.has(path))
            skipped.push(path);
    return { findings, analyzers, skipped, failed };
}
/** A finding without a dimension gets that of its weakness; dependencies belong to the supply chain (FACT-01). */
function placeInDimension(finding) {
    if (finding.dimension !== null)
        return finding;
    return { ...finding, dimension: findCweFamily(finding.cwe)?.dimension ?? null };
}
const STATUSES = ['failed', 'partial', 'absent', 'completed'];
function mergeRows(rows) {
    return [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => ({
        name,
        version: own[0]?.version ?? null,
        status: STATUSES.find((status) => own.some((row) => row.status === status)) ?? 'completed',
        findings: own.reduce((sum, row) => sum + row.findings, 0),
        reason: [...new Set(own.flatMap(({ reason }) => (reason === null ? [] : [reason])))].join('; ') || null,
    }));
}
