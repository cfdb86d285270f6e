/** Input texts of a command: named files, or standard input where none (or `-`) is named. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ReviewError } from '../errors.js';
import { readAll } from './streams.js';
export async function readInputs(terminal, names) {
    if (names.length === 0)
        return [{ origin: 'standard input', text: await readAll(terminal.stdin) }];
    return Promise.all(names.map(async (name) => {
        if (name === '-')
            return { origin: 'standard input', text: await readAll(terminal.stdin) };
        const text = await readFile(resolve(terminal.workingDirectory, name), 'utf8').catch((error) => {
            throw new ReviewError('unreadable-input', `${name}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
        });
        return { origin: name, text };
    }));
}
