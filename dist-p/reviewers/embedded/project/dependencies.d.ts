/**
 * Analyzer of vulnerability-reviewer: what a project depends on and how firmly it is pinned, plus code that is fetched
 * and run. It has no list of advisories: unless another analyzer checks them, it says so. Lock files are read, never
 * reported on.
 */
import type { Analyzer } from '../../../ports.ts';
import { type Manifest } from './package-manifest.ts';
import type { TextDocument } from './text-document.ts';
export declare function createDependenciesAnalyzer(options?: {
    readonly hasAdvisories?: boolean;
}): Analyzer;
export declare const isManifestPath: (path: string) => boolean;
export declare function readManifest(document: TextDocument): Manifest | null;
