/**
 * What packages of a lock file ask of those who install them: licences that bind the whole program, and scripts that run at
 * installation. Told once per manifest, with the packages by name. Judges only what the lock file says itself.
 */
import type { LockFile } from './lock-file.ts';
import { type Manifest } from './package-manifest.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
/** `(MIT OR GPL-3.0)` leaves a choice; `GPL-2.0 WITH Classpath-exception-2.0` does not bind those who only link. */
export declare function isBinding(license: string): boolean;
export declare function observeTerms(document: TextDocument, manifest: Manifest, lock: LockFile): readonly Observation[];
