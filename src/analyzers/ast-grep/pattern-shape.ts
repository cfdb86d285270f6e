/**
 * Reads the parsed text of an ast-grep pattern as a test of nodes: kind, operators, names and how many arguments. Errs towards yes: what
 * it does not understand asks for nothing. Used by match-conditions.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { append } from '../../protocol/collections/get-or-add.ts';
import { grammarKindOf } from '../syntax/tree-node.ts';

export type MayFit = (node: SgNode) => boolean;

/** Parses the text of a pattern as ast-grep does, with what stands for a dollar in that language. */
export interface ParsePattern {
  readonly dollar: string;
  parse(text: string): SgNode;
}

export interface PatternShape {
  /** Null: any kind. */
  readonly kind: string | null;
  readonly test: MayFit;
  /** The metavariable that stands for everything that is called, and the field of the call that holds it. */
  readonly callee: { readonly variable: string; readonly field: string } | null;
}

/** A test of what a metavariable stands for, by its name with the dollar. */
type TestVariable = (name: string) => MayFit;

/** Parts by which a node is compared: a match has the same parts in the same fields. Names come before what may be long. */
const FIELDS = [
  'function',
  'constructor',
  'property',
  'attribute',
  'operator',
  'name',
  'key',
  'object',
  'left',
  'right',
  'index',
  'argument',
  'value',
  'arguments',
] as const;
const CALLEES = ['function', 'constructor'] as const;
const LISTS: ReadonlySet<string> = new Set(['arguments', 'argument_list']);
/** Leaves that match only the same text. */
const WORD = /^\w+$/u;
const OPERATOR = /^(?:[=!<>&|^+*/%?~-]+|in|instanceof|typeof|void|delete)$/u;
const VARIABLE = /^\$+(?:[A-Z_][A-Z0-9_]*)?$/u;
const SEVERAL = /^\${3}/u;
const MAX_DEPTH = 8;
const ANY: MayFit = () => true;

/** Null where the pattern has to be read in another way. */
export function readPatternShape(
  { parse, dollar }: ParsePattern,
  pattern: string,
  testVariable: TestVariable,
): PatternShape | null {
  const root = parse(pattern.replaceAll(/\$+(?=[A-Z_])|\${3}/gu, ({ length }) => dollar.repeat(length)));
  if (isBroken(root, 0)) return null;
  return new ShapeReader(dollar, testVariable).read(descend(root));
}

/** ast-grep takes what is inside of a node that holds nothing else. */
function descend(node: SgNode): SgNode {
  const [first, second, third] = node.children();
  return first && !third && (!second || second.text() === '') ? descend(first) : node;
}

const isBroken = (node: SgNode, depth: number): boolean =>
  depth > MAX_DEPTH * 2 ||
  grammarKindOf(node) === 'ERROR' ||
  (depth > 0 && node.text() === '') ||
  node.children().some((child) => isBroken(child, depth + 1));

type Path = readonly string[] | null;

const takeField = (node: SgNode | null, field: string): SgNode | null => node?.field(field) ?? null;

/** Without white space; null where a comment may be inside. */
const plainText = (node: SgNode | null): string | null =>
  node === null || /\/|#/u.test(node.text()) ? null : node.text().replaceAll(/\s+/gu, '');

class ShapeReader {
  readonly #dollar: string;
  readonly #testVariable: TestVariable;
  /** Fields on the way to each place of a metavariable. */
  readonly #places = new Map<string, (readonly string[])[]>();

  constructor(dollar: string, testVariable: TestVariable) {
    this.#dollar = dollar;
    this.#testVariable = testVariable;
  }

  read(pattern: SgNode): PatternShape {
    const kind = VARIABLE.test(this.#textOf(pattern)) ? null : grammarKindOf(pattern);
    const field = CALLEES.find((each) => pattern.field(each));
    const called = field ? this.#textOf(pattern.field(field) ?? pattern) : '';
    const callee = field && /^\$[A-Z_]\w*$/u.test(called) ? { variable: called.slice(1), field } : null;
    const [test, isSame] = [this.#readNode(pattern, []), this.#readSame()];
    return { kind, test: (node) => test(node) && isSame(node), callee };
  }

  /** A metavariable stands for the same text wherever it is written. */
  #readSame(): MayFit {
    const repeated = [...this.#places.values()].filter(({ length }) => length > 1);
    if (repeated.length === 0) return ANY;
    return (node) =>
      repeated.every((places) => {
        const [first, ...others] = places.map((path) => plainText(path.reduce<SgNode | null>(takeField, node)));
        return first === null || others.every((other) => other === null || other === first);
      });
  }

  #textOf(node: SgNode): string {
    return node.text().replaceAll(this.#dollar, '$');
  }

  /** `path` is null below what has no field. */
  #readNode(pattern: SgNode, path: Path): MayFit {
    const text = this.#textOf(pattern);
    if (/^\$[A-Z]/u.test(text) && VARIABLE.test(text) && path) append(this.#places, text, path);
    if (VARIABLE.test(text)) return /^\$[A-Z_]/u.test(text) ? this.#testVariable(text) : ANY;
    if (pattern.children().length === 0)
      return WORD.test(text) || OPERATOR.test(text) ? (node) => node.text() === text : ANY;
    const kind = grammarKindOf(pattern);
    const isKind: MayFit = (node) => grammarKindOf(node) === kind;
    const tests = LISTS.has(kind) ? [this.#readList(pattern)] : this.#readFields(pattern, path);
    return (node) => isKind(node) && tests.every((test) => test(node));
  }

  #readFields(pattern: SgNode, path: Path): readonly MayFit[] {
    // Where any number of parts may stand, a part has no place of its own.
    if (pattern.children().some((child) => SEVERAL.test(this.#textOf(child)))) return [];
    return FIELDS.flatMap((field) => {
      const part = pattern.field(field);
      const test = part ? this.#readNode(part, path && [...path, field]) : ANY;
      if (test === ANY) return [];
      return (node: SgNode) => {
        const own = node.field(field);
        return own !== null && test(own);
      };
    });
  }

  /** As many arguments as the pattern has, and the first of them one by one. */
  #readList(pattern: SgNode): MayFit {
    const parts = pattern.namedChildren();
    const single = parts.filter((part) => !SEVERAL.test(this.#textOf(part)));
    const isOpen = single.length < parts.length;
    const first = parts.slice(0, parts.findIndex((part) => !single.includes(part)) >>> 0);
    const tests = first.map((part) => this.#readNode(part, null));
    return (node) => {
      const given = node.namedChildren().filter((part) => !/comment/u.test(grammarKindOf(part)));
      if (given.length < single.length || (!isOpen && given.length > single.length)) return false;
      return tests.every((test, at) => test(given[at] ?? node));
    };
  }
}
