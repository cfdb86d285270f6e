/**
 * Collects indented `key: value` lines under a heading of a marked block (FACT-05, FACT-08) into fields. A field is complete with
 * its line end; lines indented deeper belong to the field above them. Used by agent-result.ts and result-blocks.ts.
 */

export interface FieldRules {
  /** Keys that start a field. */
  readonly keys: ReadonlySet<string>;
  /** The key whose value goes on over several lines and may hold anything. */
  readonly multiline: string | null;
}

const FIELD = /^(?<indent>[ \t]*)(?:[-*] )?(?:\*\*)?(?<key>[A-Za-z_]{2,40})(?:\*\*)? ?:(?:\*\*)?(?<value>.*)$/su;
const INDENT = /^[ \t]*/u;

export class FieldLines {
  readonly #rules: FieldRules;
  readonly #values = new Map<string, string[]>();
  #indent: string | null = null;
  #current: string | null = null;
  /** Lines that belong to no field. */
  strayLines = 0;

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Takes one line that ended, without its line end. */
  push(line: string): void {
    if (line.trim() === '') return;
    const groups = FIELD.exec(line)?.groups;
    const key = groups?.key?.toLowerCase() ?? '';
    if (this.#rules.keys.has(key) && !this.#values.has(key) && this.#isFieldIndent(groups?.indent ?? '')) {
      this.#indent ??= groups?.indent ?? '';
      this.#current = key;
      this.#values.set(key, [groups?.value?.trim() ?? '']);
      return;
    }
    this.#continue(line);
  }

  /** The key of the last field, to which a further line would be added. */
  get lastKey(): string | null {
    return this.#current;
  }

  get(key: string): string | null {
    const value = (this.#values.get(key) ?? []).join('\n').replace(/^\n/u, '').trimEnd();
    return value.trim() === '' ? null : value;
  }

  missing(keys: Iterable<string>): readonly string[] {
    return [...keys].filter((key) => this.get(key) === null);
  }

  /** Fields stand where the first one stood; one blank more or any less is a slip, deeper is data. */
  #isFieldIndent(indent: string): boolean {
    if (this.#indent === null) return true;
    if (indent === this.#indent || indent.length < this.#indent.length) return true;
    return indent === `${this.#indent} ` && !this.#indent.includes('\t');
  }

  #continue(line: string): void {
    const lines = this.#current === null ? undefined : this.#values.get(this.#current);
    if (lines === undefined) {
      this.strayLines += 1;
      return;
    }
    if (this.#current === this.#rules.multiline) lines.push(this.#dedent(line));
    else lines[lines.length - 1] = `${lines.at(-1)} ${line.trim()}`.trim();
  }

  /** Continuation lines are written two blanks deeper than their field; what goes beyond that is indentation of the code. */
  #dedent(line: string): string {
    const indent = INDENT.exec(line)?.[0].length ?? 0;
    return line.slice(Math.min(indent, (this.#indent?.length ?? 0) + 2));
  }
}
