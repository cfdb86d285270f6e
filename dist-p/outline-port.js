/**
 * The port between parsers and recon: what a source file declares, calls, imports and exports, as plain data. One shape for
 * every language; nothing in it knows a framework. Offsets are in UTF-16 units, lines count from 1.
 */
export {};
