/** The program by its earlier name: settings of coding agents may start `src/cli/main.ts` of a checkout. */
import './bin.js';
