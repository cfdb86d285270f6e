/**
 * Settings that a change takes out of the configuration a program ships with: defaults, samples, schemas. A key that the
 * changed release notes mention was announced and is left alone. Configuration of the tools of developers is not looked at.
 */
import { type ChangeContext } from './breaking-changes.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare const isConfigPath: (path: string) => boolean;
export declare function observeConfig(document: TextDocument, context: ChangeContext): Promise<readonly Observation[]>;
/** Every key with those above it, joined by dots; null where the text cannot be read. */
export declare function listKeys(path: string, text: string): ReadonlySet<string> | null;
