/**
 * Names the modes of links and submodules in a git tree, which are no plain files. Used by disk-changes.ts, tree-changes.ts and
 * files/folder.ts.
 */
export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';
