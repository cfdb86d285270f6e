/**
 * Declares schema and type of a row of `knowledge/languages.yml` or `knowledge/frameworks.yml`: what sources, sinks and guards look
 * like there. The schema is used when scripts/generate-knowledge.ts compiles the tables, never by an audit.
 */
import { z } from 'zod';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';

const name = z.string().regex(/^\S+$/u);

const knowledgeRow = z.strictObject({
  /** Name of the document without its ending. */
  name,
  title: z.string(),
  /** Languages it belongs to, as files are detected. */
  languages: z.array(name).min(1),
  /** Packages that show a framework is there: dependency or import names; empty for a language. */
  packages: z.array(name),
  /** Expressions that bring in what others sent. */
  sources: z.array(name),
  sinks: z.array(
    z.strictObject({
      dimension: z.enum(DIMENSIONS),
      category: z.string().min(1),
      /** Callees by full name; `*.` stands for any receiver. */
      calls: z.array(name).min(1),
    }),
  ),
  /** What is put in the way of a request: middleware, decorators, annotations. */
  guards: z.array(name),
});

export const knowledgeRows = z.array(knowledgeRow).min(1);

export type KnowledgeRow = Readonly<z.output<typeof knowledgeRow>>;
