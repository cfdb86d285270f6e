/**
 * Declares the analyzer `project-flow`, entered in list.ts: data flow from one file to another. It runs in the main process and after the
 * others, because it joins the flows that the scans of all files left open.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { createFlowStore } from './flow-store.ts';

const LANGUAGES = [
  'javascript',
  'typescript',
  'tsx',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
  'kotlin',
  'rust',
];

export const projectFlow: OwnDeclaration = {
  name: 'project-flow',
  reads:
    'JavaScript, TypeScript, Python, Go, Java, Ruby, PHP, C#, Kotlin and Rust: flows that pass from one file to another',
  reviewers: { 'security-reviewer': LANGUAGES },
  program: null,
  package: null,
  runsOn: 'main',
  vouches: false,
  joins: true,
  load: async ({ flows = createFlowStore(), projectKind, openCache, places }) =>
    (await import('./project-flow.ts')).createProjectFlowScan(flows, {
      projectKind,
      openCache: openCache ?? (async () => null),
      isAsked: places !== undefined,
    }),
};
