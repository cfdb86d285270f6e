/**
 * Analyzer of security-reviewer for what builds, deploys and configures (D8, D10): image builds, pipelines, cluster and
 * cloud descriptions, settings files. Chooses the checks by path, and by content where the path says nothing.
 */
import type { Analyzer } from '../../../ports.ts';
import { type Observation } from '../project/project-analyzer.ts';
import type { TextDocument } from '../project/text-document.ts';
import { type Catalog } from './problem.ts';
/** Every rule of this analyzer with its words. */
export declare const CONFIGURATION_PROBLEMS: Catalog;
export declare function createConfigurationAnalyzer(): Analyzer;
export declare function checkConfiguration(document: TextDocument): readonly Observation[];
