/** The version of this installation, from its package.json. */
import { readFileSync } from 'node:fs';
export function readVersion() {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    return manifest.version;
}
