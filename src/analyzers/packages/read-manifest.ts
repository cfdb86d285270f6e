/**
 * Reads a package manifest into its ecosystem and declared dependencies, with the parser for its name (package-manifest.ts); broken JSON
 * is read as far as it goes, null for other files. Called by dependencies.ts, advisories.ts and project-dependencies.ts.
 */

import { fileNameOf } from '../../protocol/source/paths.ts';
import { parseJsonObject } from '../../protocol/text/json-object.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { recoverJson } from './broken-json.ts';
import { parseCargoManifest } from './cargo-manifest.ts';
import { isJsonManifest } from './manifest-path.ts';
import {
  type Manifest,
  parseComposerDependencies,
  parseGemfile,
  parseGoModule,
  parseNpmDependencies,
  parsePom,
  parsePyproject,
  parseRequirements,
} from './package-manifest.ts';

export function readManifest(document: TextDocument): Manifest | null {
  const name = fileNameOf(document.path);
  if (/^requirements[\w.-]*\.txt$/u.test(name)) return { ecosystem: 'pypi', declared: parseRequirements(document) };
  if (name === 'pyproject.toml') return { ecosystem: 'pypi', declared: parsePyproject(document) };
  if (name === 'go.mod') return { ecosystem: 'go', declared: parseGoModule(document) };
  if (name === 'Gemfile') return { ecosystem: 'rubygems', declared: parseGemfile(document) };
  if (name === 'pom.xml') return { ecosystem: 'maven', declared: parsePom(document) };
  if (name === 'Cargo.toml') return { ecosystem: 'crates.io', declared: parseCargoManifest(document) };
  const json = isJsonManifest(name) ? (parseJsonObject(document.text) ?? recoverJson(document.text)) : null;
  if (!json) return null;
  return name === 'package.json'
    ? { ecosystem: 'npm', declared: parseNpmDependencies(document, json) }
    : { ecosystem: 'packagist', declared: parseComposerDependencies(document, json) };
}
