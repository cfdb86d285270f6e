/** Starts the program under its earlier name, by importing bin.js: settings of coding agents may start `src/cli/main.ts` of a checkout. */
import './bin.js';
