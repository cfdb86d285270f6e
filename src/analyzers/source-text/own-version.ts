/** The version of the analyzers that are a part of this package: that of the package itself. */
import { readFileSync } from 'node:fs';

export function readOwnVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
