/** Colours of the command line, switched off in one place. */
import picocolors from 'picocolors';
export const createPalette = (color) => picocolors.createColors(color);
