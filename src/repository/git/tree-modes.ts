/** Modes of entries of a tree that are no plain files. */
export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';
