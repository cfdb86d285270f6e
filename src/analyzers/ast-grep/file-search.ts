/**
 * Finds the nodes of one parsed file that match an ast-grep rule, faster than ast-grep alone: it skips rules whose words the file lacks
 * and tries a rule only on nodes that may fit (match-conditions.ts). ast-grep decides each match (decision 033). Used by ast-grep.ts.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import { append, getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { findKinds } from '../flow/calls.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../syntax/rule-families.ts';
import { grammarKindOf } from '../syntax/tree-node.ts';
import { fitsWay, readWays, type Way } from './match-conditions.ts';
import type { AnyOf } from './required-words.ts';

const ways = new WeakMap<NapiConfig, readonly Way[]>();

/** So many characters are walked in the time that it takes to compile a rule. */
const CHARACTERS_PER_RULE = 15_000;
/** Kinds of which a file has so many that a walk is cheaper than a list. */
const FREQUENT =
  /identifier$|^(?:member_expression|attribute|selector_expression|field_access|member_access_expression|arguments|argument_list|string|string_literal|interpreted_string_literal|string_content|string_fragment|variable_name|argument|constant|expression_statement)$/u;

/** Whether a metavariable that stands for a whole callee may be what the rule asks for. */
export type MayBeCallee = (variable: string, callee: SgNode) => boolean;

export class FileSearch {
  readonly #root: SgNode;
  readonly #text: string;
  readonly #language: RuleLanguage;
  readonly #known = new Map<AnyOf, boolean>();
  readonly #listed = new Map<string, SgNode[]>();
  #words: string | null = null;

  constructor(root: SgNode, language: RuleLanguage, text: string) {
    this.#root = root;
    this.#text = text;
    this.#language = language;
  }

  /** Every node that matches and is wanted, in the order of the text. `mayBeCallee` may drop some that are not. */
  findAll(
    config: NapiConfig,
    isWanted: (node: SgNode) => boolean = () => true,
    mayBeCallee: MayBeCallee = () => true,
  ): readonly SgNode[] {
    const all = getOrAdd(ways, config, () => readWays(config, RULE_FAMILIES[this.#language]));
    const possible = all.filter(({ words }) => words.every((word) => this.#hasWord(word)));
    if (possible.length === 0) return [];
    const nodes = this.#listFitting(possible);
    const fitting = nodes && this.#chooseFew(nodes.filter(isWanted), possible, mayBeCallee);
    if (!fitting) return this.#root.findAll(config).filter(isWanted);
    return fitting.flatMap((node) => matchAt(node, config) ?? []);
  }

  /** Null where they are so many that one search for all is quicker. */
  #chooseFew(nodes: readonly SgNode[], possible: readonly Way[], mayBeCallee: MayBeCallee): readonly SgNode[] | null {
    const few = 1 + this.#text.length / CHARACTERS_PER_RULE;
    if (nodes.length <= few) return nodes;
    const isOpen = possible.some(({ callee }) => callee !== null);
    const left = isOpen ? nodes.filter((node) => possible.some((way) => mayBeCalled(node, way, mayBeCallee))) : nodes;
    return left.length <= few ? left : null;
  }

  /** Nodes that may match; null where some may be of any kind, or nothing is asked of their kind. */
  #listFitting(possible: readonly Way[]): readonly SgNode[] | null {
    const kinds = new Set<string>();
    for (const way of possible) {
      if (way.kinds === null || way.tests.length === 0) return null;
      for (const kind of way.kinds) if (FREQUENT.test(kind)) return null;
      for (const kind of way.kinds) kinds.add(kind);
    }
    this.#list(kinds);
    const nodes = [...kinds].flatMap((kind) => this.#listed.get(kind) ?? []);
    const fitting = nodes.filter((node) => possible.some((way) => fitsWay(node, way)));
    return kinds.size > 1 ? fitting.toSorted(compareOrder) : fitting;
  }

  #list(kinds: ReadonlySet<string>): void {
    const missing = [...kinds].filter((kind) => !this.#listed.has(kind));
    for (const kind of missing) this.#listed.set(kind, []);
    for (const node of findKinds(this.#root, missing)) append(this.#listed, grammarKindOf(node), node);
  }

  /** Whether one of the words is in the file, alone or as part of another. */
  #hasWord(word: AnyOf): boolean {
    return getOrAdd(this.#known, word, () => {
      this.#words ??= listWords(this.#text);
      const words = this.#words;
      return word.some((each) => words.includes(each));
    });
  }
}

/** The node with its metavariables; what matches only beneath it is no match. A search in a short node costs less than compiling the rule twice. */
function matchAt(node: SgNode, config: NapiConfig): SgNode | null {
  const { start, end } = node.range();
  const isLong = end.index - start.index > CHARACTERS_PER_RULE / 4;
  if (isLong && !node.matches(config)) return null;
  const found = node.find(config);
  return found?.id() === node.id() ? found : null;
}

/** Every word once, in lower case. */
const listWords = (text: string): string => [...new Set(text.toLowerCase().match(/[a-z0-9_$]+/gu) ?? [])].join(' ');

function mayBeCalled(node: SgNode, way: Way, mayBeCallee: MayBeCallee): boolean {
  if (!fitsWay(node, way)) return false;
  const callee = way.callee && node.field(way.callee.field);
  return !way.callee || !callee || mayBeCallee(way.callee.variable, callee);
}

/** As a walk meets them: what is around another node comes first. */
function compareOrder(a: SgNode, b: SgNode): number {
  const [left, right] = [a.range(), b.range()];
  const order = left.start.index - right.start.index || right.end.index - left.end.index;
  if (order !== 0 || a.id() === b.id()) return order;
  return a.ancestors().some((node) => node.id() === b.id()) ? 1 : -1;
}
