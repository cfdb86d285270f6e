/** Writes title and tables of every knowledge document from the tables of recon; the words around them are left alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWLEDGE_DOCUMENTS, refreshDocument } from '../src/recon/knowledge/format-knowledge.ts';

const folder = join(import.meta.dirname, '../knowledge');
for (const { path, row } of KNOWLEDGE_DOCUMENTS) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  const fresh = refreshDocument(text, row);
  if (fresh !== text) writeFileSync(file, fresh);
}
