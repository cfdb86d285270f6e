/** Order of paths by code unit: the same on every machine, whatever its locale. */
export const comparePaths = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
