/** Colours of the command line, switched off in one place. */
import picocolors from 'picocolors';
export type Palette = Pick<ReturnType<typeof picocolors.createColors>, 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'>;
export declare const createPalette: (color: boolean) => Palette;
