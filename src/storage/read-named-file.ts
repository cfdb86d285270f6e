/**
 * Reads the text of a file that somebody named on the command line or in a configuration: a regular file, up to a size. A pipe or
 * device may never answer or end, so it is not opened, except what the shell has opened for the command (`<(…)`, `/dev/stdin`). Called
 * by wiring/settings.ts, cli/read-inputs.ts and others.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const HANDED_OVER = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/u;

/** Throws what the system says, or that it is no regular file, or that it is larger than `maxBytes`. */
export function readNamedFileSync(path: string, maxBytes = Number.POSITIVE_INFINITY): string {
  requireRegular(statSync(path).isFile());
  const descriptor = openSync(path, OPEN_FLAGS);
  try {
    const opened = fstatSync(descriptor);
    // Another one may have taken its place.
    requireRegular(opened.isFile());
    requireSize(opened.size, maxBytes);
    return limit(readFileSync(descriptor), maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** The same, and what the shell has opened for the command. */
export async function readNamedFile(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<string> {
  const isHandedOver = HANDED_OVER.test(path) && statSync(path).isFIFO();
  return isHandedOver ? limit(await readFile(path), maxBytes) : readNamedFileSync(path, maxBytes);
}

function requireRegular(isFile: boolean): void {
  if (!isFile) throw new Error('not a regular file; pipes, devices and folders are not read');
}

function limit(bytes: Buffer, maxBytes: number): string {
  requireSize(bytes.length, maxBytes);
  return bytes.toString('utf8');
}

function requireSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new Error(`larger than ${maxBytes / 1_000_000} MB`);
}
