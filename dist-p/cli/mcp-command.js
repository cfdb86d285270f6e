/** `mcp`: serves the context tools over standard input and output until its input ends. Standard output is the protocol's alone. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createEmbedder } from '../adapters/models/create-embedder.js';
import { scrubSecrets } from '../adapters/scrub-secrets.js';
import { createRandomIds, createSystemClock } from '../adapters/system.js';
import { resolveConfig } from '../config.js';
import { createBranchTree } from '../context/branch-tree.js';
import { resolveStateDir } from '../context/store/state-dir.js';
import { createTokenCounter } from '../context/tokens.js';
import { EXIT, ReviewError } from '../errors.js';
import { MAX_OPEN_BRANCHES } from '../mcp/branch-tools.js';
import { createMcpServer } from '../mcp/create-mcp-server.js';
import { createDrainingTransport } from '../mcp/draining-transport.js';
import { createReviewDesk } from '../mcp/review-desk.js';
import { readVersion } from './version.js';
/** Of the environment alone: a server has no configuration file of its own. */
function openEmbedder(environment) {
    const { embeddingModel } = resolveConfig({ file: null, env: environment, flags: {} });
    return embeddingModel === null ? null : createEmbedder(embeddingModel, environment);
}
/** A server that could answer nothing does not start. */
async function checkFolder({ workingDirectory }, { C: folder }) {
    if (typeof folder !== 'string')
        return;
    const found = await stat(resolve(workingDirectory, folder)).catch(() => null);
    if (!found?.isDirectory())
        throw new ReviewError('root-not-found', JSON.stringify(resolve(workingDirectory, folder)));
}
function createPorts({ environment, workingDirectory, stderr }, flags) {
    const clock = createSystemClock();
    const stateDir = resolveStateDir(environment, process.platform, homedir());
    const confinedTo = typeof flags.C === 'string' ? resolve(workingDirectory, flags.C) : null;
    return {
        door: {
            environment,
            workingDirectory: confinedTo ?? workingDirectory,
            stateDir: resolve(workingDirectory, stateDir),
            confinedTo,
            warn: (text) => stderr.write(`warning: ${text}\n`),
        },
        tree: createBranchTree({ ids: createRandomIds(clock), clock, maxOpenPerSession: MAX_OPEN_BRANCHES }),
        scrub: scrubSecrets,
        counter: createTokenCounter(),
        embedder: openEmbedder(environment),
        clock,
        version: readVersion(),
        reviews: createReviewDesk(),
    };
}
export async function runMcpCommand(terminal, _positional, flags) {
    await checkFolder(terminal, flags);
    const ports = createPorts(terminal, flags);
    const { transport, ended } = createDrainingTransport(process.stdin, process.stdout);
    const handle = serveStdio(() => createMcpServer(ports), {
        transport,
        onerror: (error) => terminal.stderr.write(`mcp: ${error.message}\n`),
    });
    const interrupted = new Promise((resolve) => {
        terminal.interrupt.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([ended, interrupted]);
    await handle.close();
    process.stdin.destroy();
    return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.ok;
}
