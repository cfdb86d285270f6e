import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { astGrep } from '../../src/analyzers/ast-grep/declaration.ts';
import { BARE_HOST } from '../../src/analyzers/declaration.ts';
import { openAnalyzer } from '../../src/analyzers/open-analyzer.ts';
import { projectFlow } from '../../src/analyzers/project-flow/declaration.ts';
import { createFlowStore, storeFlows } from '../../src/analyzers/project-flow/flow-store.ts';
import type { Snapshot } from '../../src/ports/repository.ts';
import type { ClaimedFinding } from '../../src/protocol/findings/finding.ts';
import { BUILT_IN_REVIEWERS, findReviewer } from '../../src/protocol/reviewers/reviewer-roster.ts';
import { scanEmbedded } from '../../src/reviewers/embedded/audit/scan-baseline.ts';
import { createEmbeddedDriver } from '../../src/reviewers/embedded/embedded-driver.ts';
import { createMemoryRepository, type MemoryFile } from '../../src/testing/memory-repository.ts';
import { RULES } from '../contracts/temporary-repository.ts';

type Files = Readonly<Record<string, MemoryFile>>;

interface Case {
  readonly name: string;
  readonly cwe: string;
  readonly flaw: Readonly<Record<string, string>>;
  readonly twin: Readonly<Record<string, string>>;
}

const FOLDER = new URL('./', import.meta.url);
const LANGUAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));
const readCases = (name: string): readonly Case[] => parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Case[];

/** The embedded security reviewer with the two analyzers that follow data, as a review puts them together. */
async function review(files: Files, selection: Parameters<typeof open>[1] = { kind: 'all' }) {
  const snapshot = await open(files, selection);
  const flows = createFlowStore();
  const driver = createEmbeddedDriver({
    analyzers: [storeFlows(openAnalyzer(astGrep), flows)],
    supplementary: [openAnalyzer(projectFlow, { ...BARE_HOST, flows })],
  });
  const reviewer = findReviewer(BUILT_IN_REVIEWERS, 'security-reviewer');
  if (!reviewer) throw new Error('there is no security-reviewer');
  return scanEmbedded(driver, [reviewer], await listFiles(snapshot), {
    snapshot,
    signal: new AbortController().signal,
  });
}

const open = (files: Files, selection: Parameters<ReturnType<typeof createMemoryRepository>['open']>[0]) =>
  createMemoryRepository(files).open(selection, RULES);

async function listFiles(snapshot: Snapshot) {
  const files = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file')
      files.push({ ...entry, tokens: 100, lines: 10, loc: 10, estimated: false, branch: null });
  return files;
}

const isCertain = ({ extra }: ClaimedFinding): boolean => extra.assumed_source !== true;

describe.each(LANGUAGES)('%s', (language) => {
  test.each(readCases(language))('$name', async ({ cwe, flaw, twin }) => {
    const [found, left] = await Promise.all([review(flaw), review({ ...flaw, ...twin })]);
    expect(found.findings.filter((finding) => finding.cwe === cwe && isCertain(finding))).toHaveLength(1);
    expect(left.findings.filter((finding) => finding.cwe === cwe)).toEqual([]);
  });
});
