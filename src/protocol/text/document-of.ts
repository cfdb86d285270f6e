/** The TypeScript type of a document that is declared in zod. Types only: whoever uses it loads no zod. */
import type { z } from 'zod';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The type of what a schema describes, with every default filled in. Documents are never changed in place. */
export type DocumentOf<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** The same as somebody writes it: what has a default may be left out. */
export type WrittenAs<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>;
