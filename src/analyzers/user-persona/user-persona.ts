/**
 * Checks each file for vague messages, silent exits and inaccessible markup, and in the review of a change for removed or changed
 * exports, flags, variables and settings. Returns findings of user-persona-reviewer, MEDIUM and LOW only. Loaded by declaration.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { Scan } from '../declaration.ts';
import { readEntryPoints } from '../source-text/entry-points.ts';
import { maskSource } from '../source-text/mask-source.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import { openTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { type ChangeContext, observeBreaks, readChangeContext } from './breaking-changes.ts';
import { observeConfig } from './config-changes.ts';
import { observeMessages, observeSilentExits } from './error-messages.ts';
import { observeMarkup } from './markup-access.ts';

export const scanForUsers: Scan = createProjectScan({
  reviewer: 'user-persona-reviewer',
  begin: async (snapshot) => {
    const context = snapshot.isChange ? await openChange(snapshot) : null;
    return {
      check: async (document) => [...checkText(document), ...(context ? await checkChange(document, context) : [])],
    };
  },
});

async function openChange(snapshot: Snapshot): Promise<ChangeContext> {
  const tree = await openTree(snapshot);
  return readChangeContext(snapshot, await readEntryPoints(tree), tree.paths);
}

async function checkChange(document: TextDocument, context: ChangeContext): Promise<readonly Observation[]> {
  return [...(await observeBreaks(document, context)), ...(await observeConfig(document, context))];
}

function checkText(document: TextDocument): readonly Observation[] {
  if (isTestPath(document.path)) return [];
  const masked = maskSource(document.text, document.language);
  return [...observeMessages(document, masked), ...observeSilentExits(document, masked), ...observeMarkup(document)];
}
