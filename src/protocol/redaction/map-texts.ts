/**
 * Replaces every text within a plain value. What has no text that changes is returned as it is, not as a copy: a report may list
 * hundreds of thousands of files. Called by redactor.ts and engine/redact-report.ts.
 */

/** Keys stay, and so does what stands behind a key that `keeps` names. */
export function mapTexts<T>(value: T, change: (text: string) => string, keeps: ReadonlySet<string> = NONE): T {
  return mapValue(value, change, keeps) as T;
}

const NONE: ReadonlySet<string> = new Set();

function mapValue(value: unknown, change: (text: string) => string, keeps: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapList(value, change, keeps);
  let changed: Map<string, unknown> | null = null;
  for (const key of Object.keys(value)) {
    if (keeps.has(key)) continue;
    const item = (value as Readonly<Record<string, unknown>>)[key];
    const mapped = mapValue(item, change, keeps);
    if (mapped === item) continue;
    changed ??= new Map(Object.entries(value));
    changed.set(key, mapped);
  }
  return changed === null ? value : Object.fromEntries(changed);
}

function mapList(
  list: readonly unknown[],
  change: (text: string) => string,
  keeps: ReadonlySet<string>,
): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (const [i, item] of list.entries()) {
    const mapped = mapValue(item, change, keeps);
    if (mapped === item) continue;
    changed ??= [...list];
    changed[i] = mapped;
  }
  return changed ?? list;
}
