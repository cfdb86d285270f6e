import { join } from 'node:path';

/** For processes with an environment of their own: where compiled code is kept between starts. */
export function keptCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

/** Starts the TypeScript file that comes behind it; see there. */
export const START_CHILD = join(import.meta.dirname, 'start-child.js');
