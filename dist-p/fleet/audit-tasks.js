/** Audits on several machines: who conducts one, and what each kind of agent does where it works. Loaded only for audits. */
import { readAuditFlags } from '../audit-flags.js';
import { createAuditPorts, createAuditRequest, createProject } from '../audit-wiring.js';
import { askHunter } from '../engine/audit/ask-hunter.js';
import { deskForDive, deskForValidation } from '../engine/audit/open-desk.js';
import { prepareAudit } from '../engine/audit/prepare-audit.js';
import { runAudit } from '../engine/audit/run-audit.js';
import { createDeskIndex, fromShelf, WHOLE_SNAPSHOT } from './run-desk.js';
function openAudit(desk, parts, project) {
    const asked = readAuditFlags(desk.spec.auditFlags);
    return createAuditPorts({
        ...parts,
        // Whoever submitted the run has confirmed it.
        confirmPlan: async () => true,
        requireSemgrep: asked.requireSemgrep && parts.host !== undefined,
        project,
    });
}
const requestOf = ({ settings, spec }) => createAuditRequest(settings, WHOLE_SNAPSHOT, readAuditFlags(spec.auditFlags));
const projectOf = (desk) => fromShelf(desk, 'project', async () => createProject(desk.embedded));
export async function conductAudit(desk, parts) {
    return runAudit(requestOf(desk), await openAudit(desk, parts, await projectOf(desk)));
}
export async function performAuditTask(kind, input, desk, parts) {
    const request = requestOf(desk);
    const project = await projectOf(desk);
    const ports = await openAudit(desk, parts, project);
    // Recon and scan of the whole scope, as whoever conducts the run has made them.
    const { survey } = await fromShelf(desk, 'survey', async () => {
        const state = await prepareAudit(request, { ...ports, index: createDeskIndex(desk), emit: () => undefined });
        await project.scan(state.survey.files, state.survey.snapshot, new AbortController().signal);
        return state;
    });
    const { snapshot } = survey;
    if (kind === 'hunt')
        return { value: await askHunter(input, snapshot, request, ports), usedTokens: 0 };
    const means = { snapshot, openTools: ports.openTools, thresholds: request.thresholds };
    if (kind === 'deepen') {
        const task = input;
        const at = deskForDive(task, means);
        const { flows, chains, ...rest } = await ports.driver.deepen(task, at, ports.signal);
        return withUsage(at, { ...rest, flows: [...flows], chains: [...chains] });
    }
    const at = deskForValidation(means);
    return withUsage(at, await ports.driver.validate(input, at, ports.signal));
}
const withUsage = ({ account }, value) => ({ value, usedTokens: account.usedTokens });
