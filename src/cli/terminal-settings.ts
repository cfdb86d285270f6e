/**
 * Decides whether output is coloured and whether a live display is drawn, from flags, NO_COLOR, FORCE_COLOR, CI, TERM and whether the
 * stream is a terminal. Called by progress/, render-output.ts, runs-page.ts and several commands.
 */
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

export function wantsColor({ environment, stdout }: Terminal, flags: Flags): boolean {
  if (flags.color === false || isSet(environment.NO_COLOR) || environment.TERM === 'dumb') return false;
  return isSet(environment.FORCE_COLOR) || stdout.isTTY === true;
}

export const wantsLiveRows = ({ environment, stderr }: Terminal): boolean =>
  stderr.isTTY === true && !isSet(environment.CI) && environment.TERM !== 'dumb';
