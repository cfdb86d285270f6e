/** Whose code and files a run with rights takes in: checkouts of pull requests, artifacts, caches, runners. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type Workflow } from './workflow-model.ts';
export declare function sightTrust(document: TextDocument, workflow: Workflow): readonly Sighting[];
/** Whether any job of the file uses a secret. */
export declare const usesSecrets: ({ root }: Workflow) => boolean;
