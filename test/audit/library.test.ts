/** An embedded audit of a library: what it has none of is not owed, what was looked at is not untouched. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';

async function auditFiles(files: Readonly<Record<string, string>>): Promise<ReportDocument> {
  const root = await mkdtemp(join(tmpdir(), 'audit-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, path, '..'), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await audit({ root, selection: { kind: 'all' }, flags: { externalAnalyzers: [], dimensions: ['D9'] } });
  } finally {
    await rm(root, { recursive: true });
  }
}

const FUNCTIONS = ['add', 'subtract', 'divide', 'round', 'clamp'].map(
  (name) => `export function ${name}(a) { return a; }`,
);

test.each([
  ['no workflow is N/A, with the patterns that were empty', [], 'N/A', 'none of 11 patterns of Business logic occurs'],
  ['a workflow was searched, not untouched', ['export function refundAll(a) { return a; }'], '⚠️', null],
  [
    'no workflow but an endpoint has something to be asked about',
    ["import express from 'express';", "express().get('/health', (req, res) => res.end());"],
    '⚠️',
    null,
  ],
] as const)('D9 of a project with %s [FACT-02]', async (_name, more, mark, note) => {
  const { coverage, audit: details } = await auditFiles({
    'package.json': '{ "name": "figures", "version": "1.0.0" }',
    'index.js': [...more, ...FUNCTIONS].join('\n'),
  });
  expect(coverage.dimensions.D9).toBe(mark);
  expect(details?.not_applicable.find(({ dimension }) => dimension === 'D9')?.reason ?? null).toBe(note);
});
