/**
 * Keeps the last part of a text that arrives in pieces and reads ranges of it by absolute offset, joining only what is asked for.
 * Used by json-scanner.ts.
 */

export class KeptText {
  #parts: string[] = [];
  #start = 0;
  #end = 0;

  /** Adds the text that ends at offset `end`, and drops whole pieces before `needed`. */
  push(text: string, end: number, needed: number): void {
    if (this.#parts.length === 0) this.#start = end - text.length;
    this.#parts.push(text);
    this.#end = end;
    let count = 0;
    for (const part of this.#parts) {
      if (this.#start + part.length > needed) break;
      this.#start += part.length;
      count += 1;
    }
    if (count > 0) this.#parts.splice(0, count);
  }

  clear(): void {
    this.#parts = [];
  }

  read(start: number, end: number): string {
    const pieces: string[] = [];
    let partEnd = this.#end;
    for (let i = this.#parts.length - 1; i >= 0 && partEnd > start; i -= 1) {
      const part = this.#parts[i] ?? '';
      const partStart = partEnd - part.length;
      pieces.push(part.slice(Math.max(0, start - partStart), Math.max(0, end - partStart)));
      partEnd = partStart;
    }
    return pieces.reverse().join('');
  }
}
