/**
 * Indented `key: value` lines under a heading, the body of every marked block (FACT-05, FACT-08). A field is complete with
 * its line end; lines indented deeper than the fields are data of the field above them, whatever they look like.
 */
const FIELD = /^(?<indent>[ \t]*)(?:[-*] )?(?:\*\*)?(?<key>[A-Za-z_]{2,40})(?:\*\*)? ?:(?:\*\*)?(?<value>.*)$/u;
const INDENT = /^[ \t]*/u;
export class FieldLines {
    #rules;
    #values = new Map();
    #indent = null;
    #current = null;
    /** Lines that belong to no field. */
    strayLines = 0;
    constructor(rules) {
        this.#rules = rules;
    }
    /** Takes one line that ended, without its line end. */
    push(line) {
        if (line.trim() === '')
            return;
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
    get lastKey() {
        return this.#current;
    }
    get(key) {
        const value = (this.#values.get(key) ?? []).join('\n').replace(/^\n/u, '').trimEnd();
        return value.trim() === '' ? null : value;
    }
    missing(keys) {
        return [...keys].filter((key) => this.get(key) === null);
    }
    /** Fields stand where the first one stood; one blank more or any less is a slip, deeper is data. */
    #isFieldIndent(indent) {
        if (this.#indent === null)
            return true;
        if (indent === this.#indent || indent.length < this.#indent.length)
            return true;
        return indent === `${this.#indent} ` && !this.#indent.includes('\t');
    }
    #continue(line) {
        const lines = this.#current === null ? undefined : this.#values.get(this.#current);
        if (lines === undefined) {
            this.strayLines += 1;
            return;
        }
        if (this.#current === this.#rules.multiline)
            lines.push(this.#dedent(line));
        else
            lines[lines.length - 1] = `${lines.at(-1)} ${line.trim()}`.trim();
    }
    /** Continuation lines are written two blanks deeper than their field; what goes beyond that is indentation of the code. */
    #dedent(line) {
        const indent = INDENT.exec(line)?.[0].length ?? 0;
        return line.slice(Math.min(indent, (this.#indent?.length ?? 0) + 2));
    }
}
