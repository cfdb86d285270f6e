/** Where documents go: one to standard output in the chosen format, others to files. Loads no format. */
import { open, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { ReviewError } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import { FORMAT_NAMES } from '../protocol/config-schema.js';
const isFormat = (name) => FORMAT_NAMES.includes(name);
export const chooseFormat = (asked, terminal) => asked ?? (terminal.stdout.isTTY ? 'terminal' : 'markdown');
/** `-f FORMAT`, where no configuration has a say; null where nobody asked. */
export function readFormat({ format }) {
    if (format === undefined)
        return null;
    if (typeof format === 'string' && isFormat(format))
        return format;
    throw new ReviewError('bad-value', `--format ${String(format)}: expected one of ${FORMAT_NAMES.join(', ')}.`);
}
/** `-o FORMAT=PATH`, checked before anything runs. */
export function readFileOutputs(flags) {
    const given = Array.isArray(flags.output) ? flags.output : [];
    return given.map((text) => {
        const at = text.indexOf('=');
        const format = text.slice(0, at);
        if (at < 1 || at === text.length - 1 || !isFormat(format)) {
            throw new ReviewError('bad-value', `--output ${text}: expected FORMAT=PATH with one of ${FORMAT_NAMES.join(', ')}.`);
        }
        const path = text.slice(at + 1);
        if (path === '-')
            throw new ReviewError('bad-value', `--output ${text}: standard output is chosen with -f ${format}.`);
        return { format, path };
    });
}
/** Opens every output before the run, so that a review is not lost to a misspelled folder. */
export async function probeOutputs(terminal, outputs) {
    for (const { path } of outputs) {
        const target = resolve(terminal.workingDirectory, path);
        await touch(target).catch((error) => refuseOutput(target, error));
    }
}
/** Folders of documents are made as the user makes them. */
async function touch(target) {
    makeFolder(dirname(target), 0o777);
    await (await open(target, 'a')).close();
}
function refuseOutput(target, error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReviewError('unwritable-output', `${target}: ${reason}.`, { cause: error });
}
export async function writeOutputs(terminal, outputs, render) {
    for (const { format, path } of outputs) {
        const target = resolve(terminal.workingDirectory, path);
        await writeFile(target, render(format)).catch((error) => refuseOutput(target, error));
    }
}
/** Lines that keep what this run writes out of what it reviews, wherever inside the root it writes. */
export function ignoreOwn(root, paths) {
    return paths
        .map((path) => relative(root, path))
        .filter((path) => path !== '' && !path.startsWith('..') && !isAbsolute(path))
        .map((path) => `/${path
        .split(sep)
        .join('/')
        .replace(/[\\*?[\]!# ]/gu, '\\$&')}`);
}
