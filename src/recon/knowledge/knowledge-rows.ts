/**
 * Exports the tables of sources, sinks and guards of languages and frameworks, as `npm run knowledge` compiled them from
 * `knowledge/*.yml`. Read by choose-knowledge.ts, find-framework.ts and recon/sinks.ts.
 */
import frameworks from './frameworks.json' with { type: 'json' };
import type { KnowledgeRow } from './knowledge-row.ts';
import languages from './languages.json' with { type: 'json' };

export const LANGUAGE_ROWS = languages as readonly KnowledgeRow[];
export const FRAMEWORK_ROWS = frameworks as readonly KnowledgeRow[];
