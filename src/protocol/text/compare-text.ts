/**
 * Compares two texts by code units, for sorting: the order is the same on every machine, whatever its locale. Used wherever lists
 * of paths or names are sorted.
 */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
