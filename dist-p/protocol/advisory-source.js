/** Where known vulnerabilities come from: a question about packages, an answer as data. */
import { normalizePackageName } from './osv-advisory.js';
export const packageKey = ({ ecosystem, name }) => `${ecosystem}\0${normalizePackageName(ecosystem, name)}`;
