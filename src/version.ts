/** The version of this package, which is also that of its own analyzers. */
import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return manifest.version;
}
