import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createFolder, runCli, startCommand } from './e2e/run-cli.ts';

/** Answers the embeddings call: texts about money point one way, all others another. */
async function startEmbeddings(status = 200, onAsked: () => void = () => undefined) {
  const asked: { input: readonly string[]; model: string; key: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { input, model } = JSON.parse(body) as { input: readonly string[]; model: string };
    asked.push({ input, model, key: request.headers.authorization });
    onAsked();
    const data = input.map((text, index) => ({ index, embedding: /invoice|^payment/iu.test(text) ? [1, 0] : [0, 1] }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

const FILES = {
  'a.ts': 'export const paymentOrderTotal = 1; // the payment order total, by order and total\n',
  'c.ts': 'export const orderTotal = 2; // order total\n',
  'b.ts': 'export function sendInvoice() {} // total\n',
};

async function ask(status: number) {
  const provider = await startEmbeddings(status);
  const { stdout, stderr, code } = await runCli(['search', 'payment order total', '-f', 'json'], {
    cwd: createFolder(FILES),
    env: {
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      CONSENSUS_REVIEW_EMBEDDING_MODEL: 'openai-compatible/small',
      OPENAI_COMPATIBLE_BASE_URL: provider.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: 'k',
    },
  });
  provider.close();
  return { asked: provider.asked, answer: JSON.parse(stdout), stderr, code };
}

test('a configured embedding model ranks with the words, and the answer says so', async () => {
  const { asked, answer, code } = await ask(200);
  const order = answer.results.map((result: { file_path: string }) => result.file_path);
  expect([code, answer.source, order]).toEqual([0, 'hybrid', ['a.ts', 'b.ts', 'c.ts']]);
  expect(asked[0]).toMatchObject({ model: 'small', key: 'Bearer k' });
});

test('one that fails leaves the words, and a warning', async () => {
  const { answer, stderr, code } = await ask(500);
  const order = answer.results.map((result: { file_path: string }) => result.file_path);
  expect([code, answer.source, order]).toEqual([0, 'keyword', ['a.ts', 'c.ts', 'b.ts']]);
  expect(stderr).toContain('openai-compatible/small returned no embeddings');
});

test('Ctrl-C while vectors are awaited ends the search: words alone are no answer to it', async () => {
  const provider = await startEmbeddings(200, () => command.interrupt());
  const command = startCommand(['search', 'payment order total', '-f', 'json'], {
    cwd: createFolder(FILES),
    env: {
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      CONSENSUS_REVIEW_EMBEDDING_MODEL: 'openai-compatible/small',
      OPENAI_COMPATIBLE_BASE_URL: provider.baseUrl,
    },
  });
  expect([await command.ended, command.stdout()]).toEqual([130, '']);
  provider.close();
});
