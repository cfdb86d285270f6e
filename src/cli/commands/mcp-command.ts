/**
 * Runs `mcp`: opens what the MCP server needs (clock, folders, embedding model) and serves it (src/mcp/) over standard input and
 * output until the input ends. Standard output carries the protocol and nothing else. Called by run-command.ts.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBranchTree } from '../../context/branch-tree.ts';
import { createTokenCounter } from '../../context/tokens.ts';
import { EXIT, ReviewError } from '../../errors.ts';
import { MAX_OPEN_BRANCHES } from '../../mcp/branch-tools.ts';
import { createCallsUnderWay } from '../../mcp/calls-under-way.ts';
import { createMcpServer, type McpPorts } from '../../mcp/create-mcp-server.ts';
import { createDrainingTransport } from '../../mcp/draining-transport.ts';
import { createHostRuns } from '../../mcp/host/host-runs.ts';
import { findHome } from '../../programs/home-folder.ts';
import { resolveStateDir } from '../../storage/state-dir.ts';
import { readVersion } from '../../version.ts';
import { resolveConfig } from '../../wiring/config.ts';
import { openEmbedding } from '../../wiring/open-embedding.ts';
import { createRunRedactor } from '../../wiring/redaction.ts';
import { createRandomIds, createSystemClock } from '../../wiring/system.ts';
import { readUserConfig } from '../../wiring/user-config.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';

/** Of the user's own configuration and the environment alone: no reviewed repository says where its code is sent. */
function openEmbedder(environment: Terminal['environment']): ReturnType<typeof openEmbedding> {
  const { file } = readUserConfig(environment, null);
  const { embeddingModel } = resolveConfig({ files: file === null ? [] : [file], env: environment, flags: {} });
  return openEmbedding(embeddingModel, environment);
}

/** A server that could answer nothing does not start. */
async function checkFolder({ workingDirectory }: Terminal, { C: folder }: Flags): Promise<void> {
  if (typeof folder !== 'string') return;
  const found = await stat(resolve(workingDirectory, folder)).catch(() => null);
  if (!found?.isDirectory()) throw new ReviewError('root-not-found', JSON.stringify(resolve(workingDirectory, folder)));
}

async function createPorts({ environment, workingDirectory, stderr }: Terminal, flags: Flags): Promise<McpPorts> {
  const embedder = await openEmbedder(environment);
  const clock = createSystemClock();
  const redactor = createRunRedactor();
  const stateDir = resolveStateDir(environment, process.platform, findHome());
  const confinedTo = typeof flags.C === 'string' ? resolve(workingDirectory, flags.C) : null;
  const access = {
    environment,
    workingDirectory: confinedTo ?? workingDirectory,
    stateDir: resolve(workingDirectory, stateDir),
    confinedTo,
    warn: (text: string): void => {
      stderr.write(`warning: ${text}\n`);
    },
  };
  return {
    access,
    tree: createBranchTree({ ids: createRandomIds(clock), clock, maxOpenPerSession: MAX_OPEN_BRANCHES }),
    redactor,
    scrub: async (text) => redactor.redact(text),
    counter: createTokenCounter(),
    embedder,
    clock,
    version: readVersion(),
    hostRuns: createHostRuns(access),
    calls: createCallsUnderWay(),
  };
}

export async function runMcpCommand(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number> {
  await checkFolder(terminal, flags);
  const ports = await createPorts(terminal, flags);
  const stdout = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      terminal.stdout.write(text);
      done();
    },
  });
  const { transport, ended } = createDrainingTransport(Readable.from(terminal.stdin), stdout);
  const handle = serveStdio(() => createMcpServer(ports), {
    transport,
    onerror: (error) => terminal.stderr.write(`mcp: ${error.message}\n`),
  });
  const interrupted = new Promise<void>((resolve) => {
    terminal.interrupt.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([ended, interrupted]);
  await handle.close();
  await ports.hostRuns.close();
  await ports.calls.ended();
  terminal.stdin.destroy?.();
  return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.ok;
}
