/**
 * Prepares what data flow needs to know of one parsed file, at the first question about it: assignments and calls, full names, types,
 * roles of framework objects, exports. Returns it as AnalysisState, used by flow.ts, walk.ts, explain.ts and parameters.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Vocabulary } from '../ast-grep/rule-schema.ts';
import type { Grammar } from '../syntax/grammar.ts';
import { collectFacts, type FileFacts } from './bindings.ts';
import { createTypes, type TypeOf } from './declared-types.ts';
import type { Guards } from './guards.ts';
import { collectImports, createFullNames, type FullName } from './names.ts';
import { Roles } from './roles.ts';
import type { Trace } from './trace.ts';

export interface AnalysisState {
  readonly facts: FileFacts;
  readonly roles: Roles;
  readonly nameOf: FullName;
  readonly typeOf: TypeOf;
  /** Whether the file has this name from an import. */
  isImported(name: string): boolean;
  readonly vocabulary: Vocabulary;
  readonly exported: ReadonlySet<string> | null;
  readonly spent: { steps: number };
}

/** What one rule has learnt about one file. */
export interface TaintCache {
  readonly sources: readonly ReadonlySet<number>[];
  readonly answers: Map<string, Trace | null>;
  readonly guards: Guards;
}

/** The source set of what a visitor sends. */
export const VISITOR = 'http';

/** Whether the requests in a file are those that it sends itself. */
export const sendsRequests = (root: SgNode, { sends }: Vocabulary): boolean => sends?.test(root.text()) === true;

export function prepareAnalysis(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): AnalysisState {
  const facts = collectFacts(root, grammar, vocabulary.collectors);
  const exported = vocabulary.exports ? readExports(root.text(), vocabulary.exports) : null;
  const imports = collectImports(root, grammar);
  const plainNames = createFullNames(imports, facts, () => null);
  const typeOf = createTypes(root, facts);
  const roles = new Roles(facts, sendsRequests(root, vocabulary) ? withoutVisitors(vocabulary) : vocabulary, {
    nameOf: plainNames,
    typeOf,
  });
  const nameOf = createFullNames(imports, facts, (node) => roles.nameOf(node));
  const isImported = (name: string): boolean => imports.has(name);
  return { facts, vocabulary, exported, nameOf, typeOf, isImported, roles, spent: { steps: 0 } };
}

const withoutVisitors = (vocabulary: Vocabulary): Vocabulary => ({
  ...vocabulary,
  roles: Object.fromEntries(Object.entries(vocabulary.roles).filter(([, { source }]) => source !== VISITOR)),
});

function readExports(text: string, pattern: RegExp): ReadonlySet<string> {
  const names = [...text.matchAll(new RegExp(pattern, 'gu'))].flatMap(([, ...groups]) => groups);
  return new Set(names.flatMap((group) => group?.match(/[\w$]+/gu) ?? []));
}
