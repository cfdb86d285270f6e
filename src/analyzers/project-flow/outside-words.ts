/**
 * Holds files outside the scope for linked-files.ts and lists the words of one (file-links.ts) only when its text contains the word that
 * is looked for, since most do not.
 */
/** Characters of texts that wait; of later ones the words are made at once. */
const MAX_WAITING = 32_000_000;

export class OutsideWords {
  readonly #make: (path: string, text: string) => string;
  readonly #maxWaiting: number;
  readonly #texts = new Map<string, string>();
  readonly #words = new Map<string, string>();
  #waiting = 0;

  constructor(make: (path: string, text: string) => string, maxWaiting = MAX_WAITING) {
    this.#make = make;
    this.#maxWaiting = maxWaiting;
  }

  get size(): number {
    return this.#texts.size + this.#words.size;
  }

  has(path: string): boolean {
    return this.#words.has(path) || this.#texts.has(path);
  }

  add(path: string, text: string): void {
    if (this.#waiting + text.length > this.#maxWaiting) {
      this.#words.set(path, this.#make(path, text));
      return;
    }
    this.#waiting += text.length;
    this.#texts.set(path, text);
  }

  /** Undefined where the file is not known, or does not have this word in whatever use. */
  holding(path: string, word: string): string | undefined {
    const text = this.#texts.get(path);
    if (text === undefined) return this.#words.get(path);
    if (!text.includes(word)) return;
    const words = this.#make(path, text);
    this.#texts.delete(path);
    this.#waiting -= text.length;
    this.#words.set(path, words);
    return words;
  }
}
