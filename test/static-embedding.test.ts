/** Search by meaning with a table of vectors on this machine: what words do not find, vectors kept in the index, and wrong folders. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContextStore } from '../src/context/store/sqlite-store.ts';
import { createRecordWriter } from '../src/context/store/write-records.ts';
import { openStaticModel } from '../src/context/vectors/open-static-model.ts';
import { createFolder, runCli } from './e2e/run-cli.ts';

/** Money, letters, and the rest; a word of the table is one piece. */
const TABLE = {
  '<unk>': [0, 0, 0],
  invoice: [1, 0, 0],
  payment: [0.9, 0.1, 0],
  mail: [0, 1, 0],
  '##s': [0, 0, 0.1],
  other: [0, 0, 1],
};

const WORD_PIECE = { type: 'WordPiece', vocab: Object.fromEntries(Object.keys(TABLE).map((word, i) => [word, i])) };

function writeTensors(tensors: object, values: readonly number[]): Buffer {
  const header = Buffer.from(JSON.stringify(tensors));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.from(Float32Array.from(values).buffer)]);
}

function createModel(model: object = WORD_PIECE, tensors?: object): string {
  const folder = createFolder({ 'tokenizer.json': JSON.stringify({ model }) });
  const table = { table: { dtype: 'F32', shape: [6, 3], data_offsets: [0, 72] } };
  writeFileSync(join(folder, 'model.safetensors'), writeTensors(tensors ?? table, Object.values(TABLE).flat()));
  return folder;
}

const FILES = {
  'a.ts': 'export function sendMail() {}\n',
  'b.ts': 'export function openInvoices() {}\n',
  'c.ts': 'export const paymentMail = 1; // mail\n',
};

const search = async (query: string, model: string, state = createFolder()) => {
  const { stdout, stderr, code } = await runCli(['search', query, '-f', 'json'], {
    cwd: createFolder(FILES),
    env: { CONSENSUS_REVIEW_STATE_DIR: state, CONSENSUS_REVIEW_EMBEDDING_MODEL: model },
  });
  const { source, results } = code === 0 ? JSON.parse(stdout) : { source: null, results: [] };
  return { code, source, stderr, found: results.map(({ file_path }: { file_path: string }) => file_path) };
};

test('a file without a word of the query is found by what its words mean', async () => {
  expect(await search('payment', `static/${createModel()}`)).toMatchObject({
    code: 0,
    source: 'hybrid',
    found: ['c.ts', 'b.ts', 'a.ts'],
  });
});

test('a query of which the model knows nothing is searched for by its words', async () => {
  expect(await search('export', `static/${createModel()}`)).toMatchObject({ code: 0, source: 'keyword' });
});

test.each([
  ['static/model', createModel, 'is no absolute path'],
  [null, () => createFolder(), 'expected one file'],
  [null, () => createModel({ type: 'Unigram' }), 'must be BPE or WordPiece'],
  [null, () => createModel(WORD_PIECE, { t: { dtype: 'F32', shape: [60, 3], data_offsets: [0, 720] } }), 't is cut'],
  [null, () => createModel(WORD_PIECE, { a: {}, b: {} }), 'expected one tensor, found a, b'],
])('%s: a folder that is no model is refused with what is wrong', async (name, create, reason) => {
  const { code, stderr } = await search('payment', name ?? `static/${create()}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test('vectors are made once for each text, are forgotten with it or with their model, and an interrupted search makes the rest later', async () => {
  const model = openStaticModel(createModel(), 'static/x');
  let made = 0;
  const counting = {
    ...model,
    embed(text: string) {
      if (text.includes('\n')) made += 1;
      return model.embed(text);
    },
  };
  using store = openContextStore({ stateDir: null, root: createFolder() });
  const write = async (text: string, path = 'a.ts'): Promise<void> => {
    const writer = store.openWriter();
    const measure = { reason: null, shebang: null, tokens: 1, loc: 1, lines: 1 };
    const record = { path, identity: null, content: { hash: text, measure } };
    writer.add({ ...record, search: { branch: null, language: null, text } });
    await writer.end();
  };
  const find = (signal = new AbortController().signal) =>
    store.search({ query: 'payment', limit: 5, branch: null }, { model: counting, signal });
  await write('invoice one\n');
  await expect(find(AbortSignal.abort())).rejects.toThrow();
  expect([made, (await find()).source, made, (await find()).results.length, made]).toEqual([0, 'hybrid', 1, 1, 1]);
  await write('invoice two\n', 'b.ts');
  expect([(await find()).results.length, made]).toEqual([2, 2]);
  store.database.exec("DELETE FROM entry WHERE path = 'a.ts'");
  createRecordWriter(store.database).dropStale();
  const countModels = (): unknown =>
    store.database
      .prepare('SELECT model, count(*) AS kept FROM vector GROUP BY model')
      .all()
      .map((row) => ({ ...row }));
  expect(countModels()).toEqual([{ model: model.id, kept: 1 }]);
  const { signal } = new AbortController();
  await store.search({ query: 'payment', limit: 5, branch: null }, { model: { ...model, id: 'other' }, signal });
  expect(countModels()).toEqual([{ model: 'other', kept: 1 }]);
});

test('pieces of Llama: merges by rank, and bytes for what is in no merge', () => {
  const vocab = { '▁': 0, a: 1, b: 2, '▁a': 3, '▁ab': 4, '<0xC3>': 5, '<0xA9>': 5 };
  const folder = createModel({ type: 'BPE', vocab, merges: ['▁ a', ['▁a', 'b']] });
  const { embed } = openStaticModel(folder, 'static/x');
  const rows = Object.values(TABLE);
  const isRow = (text: string, row: readonly number[] = []): void => {
    const length = Math.hypot(...row);
    expect([...embed(text)].map((value) => value.toFixed(4))).toEqual(row.map((value) => (value / length).toFixed(4)));
  };
  isRow('AB', rows[4]);
  isRow('a', rows[3]);
  isRow('é', rows[5]);
});
