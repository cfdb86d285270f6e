import { plural } from './terminal-page.js';
export const listAgentLines = ({ agents }) => agents.map((row) => ({
    agent: row.agent,
    dimensions: row.dimensions.join(', '),
    ended: row.status.toLowerCase(),
    findings: row.findings,
    filesRead: row.files_read,
    remarks: [...describeOrigin(row), ...describeWork(row)],
}));
const describeOrigin = ({ emergency, restart, retry_of: retryOf, reason, status, output_status: output, }) => [
    ...(emergency ? ['emergency agent'] : []),
    ...(restart ? ['sent after all others had failed'] : []),
    ...(retryOf === null ? [] : [`stands in for ${retryOf}`]),
    ...(reason === null ? [] : [reason]),
    ...(output === 'TRUNCATED' && status !== 'TRUNCATED' ? ['its output was cut'] : []),
];
function describeWork({ tool_calls: made, refused_calls: refused, rereads }) {
    const calls = Object.entries(made).filter(([, count]) => count > 0);
    return [
        ...(calls.length > 0 ? [`calls: ${calls.map(([name, count]) => `${name} ${count}`).join(', ')}`] : []),
        ...(refused > 0 ? [`${plural(refused, 'call')} refused by the rules of the rounds`] : []),
        ...(rereads > 0 ? [`${plural(rereads, 'file')} read again for a gap or a hotspot`] : []),
    ];
}
