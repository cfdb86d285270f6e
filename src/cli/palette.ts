/**
 * Creates the functions that colour texts of the command line, which return the text unchanged where colours are off. Used by
 * progress/live-rows.ts and by the commands `doctor`, `search` and `signal loop`.
 */
import picocolors from 'picocolors';

export type Palette = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'
>;

export const createPalette = (color: boolean): Palette => picocolors.createColors(color);
