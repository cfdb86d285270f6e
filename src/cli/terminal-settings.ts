/** Whether colours and a live display suit this terminal: NO_COLOR, CI and TERM=dumb are honoured. */
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

export function wantsColor({ environment, stdout }: Terminal, flags: Flags): boolean {
  if (flags.color === false || isSet(environment.NO_COLOR) || environment.TERM === 'dumb') return false;
  return isSet(environment.FORCE_COLOR) || stdout.isTTY === true;
}

export const wantsLiveRows = ({ environment, stderr }: Terminal): boolean =>
  stderr.isTTY === true && !isSet(environment.CI) && environment.TERM !== 'dumb';
