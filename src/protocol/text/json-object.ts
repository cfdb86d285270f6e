/**
 * Reads JSON of unknown shape without throwing: `readJson` and `parseJsonObject` parse a text, `asFields`, `asList`, `asText`
 * return an empty value where something is missing or of another type. Used by analyzers/ for results of tools and manifests, and
 * elsewhere.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asFields = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The parsed text, or undefined where it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Null where it holds no object. A byte order mark may stand before it. */
export function parseJsonObject(text: string): JsonObject | null {
  const value = readJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  return isJsonObject(value) ? value : null;
}
