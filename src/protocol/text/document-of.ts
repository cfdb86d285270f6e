/**
 * Gives the TypeScript types of a document declared in zod, read-only: with defaults filled in (DocumentOf) and as somebody
 * writes it (WrittenAs). Types only, so its users load no zod. Used by the schemas of protocol/.
 */
import type { z } from 'zod';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The type of what a schema describes, with every default filled in. Documents are never changed in place. */
export type DocumentOf<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** The same as somebody writes it: what has a default may be left out. */
export type WrittenAs<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>;
