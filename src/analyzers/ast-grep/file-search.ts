/**
 * Finds the nodes of one parsed file that match an ast-grep rule, faster than ast-grep alone: it skips rules whose words the file lacks
 * and tries a rule only on nodes that may fit (match-conditions.ts). ast-grep decides each match (decision 033). Used by ast-grep.ts
 * and project-flow/linked-files.ts.
 */
import type { NapiConfig, Pos, SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { GRAMMARS } from '../syntax/grammars.ts';
import type { Parse } from '../syntax/languages.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../syntax/rule-families.ts';
import { listKinds, listTogether } from '../syntax/tree-node.ts';
import { type Focus, fitsWay, isFrequent, PLAIN, readWays, type Way } from './match-conditions.ts';
import { type AnyOf, listWords } from './required-words.ts';

type Ways = WeakMap<NapiConfig, readonly Way[]>;

/** By language: with the focus of the rule and without. */
const ways = new Map<RuleLanguage, { readonly focused: Ways; readonly plain: Ways }>();

/** What stands for a dollar in patterns of languages whose patterns are read. */
const DOLLARS: Readonly<Partial<Record<RuleLanguage, string>>> = {
  javascript: '$',
  typescript: '$',
  tsx: '$',
  python: 'µ',
};

/** So many characters are walked in the time that it takes to compile a rule. */
const CHARACTERS_PER_RULE = 15_000;
/** More places than this are not compared with every node of a tree. */
const MAX_PLACES = 150;

/** Whether a metavariable that stands for a whole callee may be what the rule asks for. */
export type MayBeCallee = (variable: string, callee: SgNode) => boolean;

/** What whoever searches can do without: nodes that it does not want, callees and values of the focus that are of no use. */
export interface SearchLimits {
  readonly isWanted?: (node: SgNode) => boolean;
  readonly mayBeCallee?: MayBeCallee;
  /** The same one for a config at every search. */
  readonly focus?: Focus | null;
}

export class FileSearch {
  readonly #root: SgNode;
  readonly #text: string;
  readonly #waysOf: (config: NapiConfig, focus: Focus | null) => readonly Way[];
  readonly #known = new Map<AnyOf, boolean>();
  #words: string | null = null;
  #hasPlainText: boolean | null = null;

  constructor(root: SgNode, language: RuleLanguage, text: string, parse: Parse) {
    this.#root = root;
    this.#text = text;
    listTogether(root, followedKinds(language));
    const known = getOrAdd(ways, language, () => ({ focused: new WeakMap(), plain: new WeakMap() }));
    const dollar = DOLLARS[language];
    const pattern = dollar === undefined ? null : { dollar, parse: (written: string) => parse(language, written) };
    this.#waysOf = (config, focus) =>
      getOrAdd(focus ? known.focused : known.plain, config, () => readWays(config, pattern, focus));
  }

  /** Every node that matches and is wanted, in the order of the text; some that are of no use may be missing. */
  findAll(
    config: NapiConfig,
    { isWanted = () => true, mayBeCallee = () => true, focus = null }: SearchLimits = {},
  ): readonly SgNode[] {
    const possible = this.#waysOf(config, focus).filter(
      ({ words, texts }) =>
        words.every((word) => this.#hasWord(word)) && (!this.#isPlain || texts.every((text) => text.test(this.#text))),
    );
    if (possible.length === 0) return [];
    const nodes = this.#listFitting(possible)?.filter(isWanted) ?? null;
    const few = 1 + this.#text.length / CHARACTERS_PER_RULE;
    const fitting = nodes && nodes.length > few ? leaveCallees(nodes, possible, mayBeCallee) : nodes;
    if (fitting && fitting.length <= few) return fitting.flatMap((node) => matchAt(node, config) ?? []);
    if (fitting && fitting.length <= MAX_PLACES && this.#isPlain) return this.#root.findAll(atPlaces(config, fitting));
    return this.#root.findAll(config).filter(isWanted);
  }

  /** Then places and expressions mean the same to everybody. */
  get #isPlain(): boolean {
    this.#hasPlainText ??= PLAIN.test(this.#text);
    return this.#hasPlainText;
  }

  /** Nodes that may match; null where some may be of any kind, or nothing is asked of their kind. */
  #listFitting(possible: readonly Way[]): readonly SgNode[] | null {
    const kinds = new Set<string>();
    for (const way of possible) {
      if (way.kinds === null || way.tests.length + way.inner.length === 0) return null;
      for (const kind of way.kinds) if (isFrequent(kind)) return null;
      for (const kind of way.kinds) kinds.add(kind);
    }
    return listKinds(this.#root, [...kinds], (node) => possible.some((way) => fitsWay(node, way)));
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

/** What data flow looks for in every file. */
function followedKinds(language: RuleLanguage): readonly string[] {
  const grammar = GRAMMARS[RULE_FAMILIES[language]];
  if (!grammar) return [];
  const { functions, classes, bindings, calls, imports, returns } = grammar;
  const kinds = [...bindings, ...calls].map(({ kind }) => kind);
  return [...new Set([...functions, ...classes, ...kinds, ...imports, ...returns])];
}

/** The node with its metavariables; what matches only beneath it is no match. A search in a short node costs less than compiling the rule twice. */
function matchAt(node: SgNode, config: NapiConfig): SgNode | null {
  const { start, end } = node.range();
  const isLong = end.index - start.index > CHARACTERS_PER_RULE / 4;
  if (isLong && !node.matches(config)) return null;
  const found = node.find(config);
  return found?.id() === node.id() ? found : null;
}

/** The same rule for these nodes alone. */
function atPlaces({ rule, ...config }: NapiConfig, nodes: readonly SgNode[]): NapiConfig {
  const places = nodes.map((node) => {
    const { start, end } = node.range();
    return { range: { start: placeOf(start), end: placeOf(end) } };
  });
  return { ...config, rule: { all: [{ any: places }, rule] } };
}

const placeOf = ({ line, column }: Pos): Pick<Pos, 'line' | 'column'> => ({ line, column });

/** Those without a callee that the rule does not ask for. */
function leaveCallees(nodes: readonly SgNode[], possible: readonly Way[], mayBeCallee: MayBeCallee): readonly SgNode[] {
  if (possible.every(({ callee }) => callee === null)) return nodes;
  return nodes.filter((node) => possible.some((way) => mayBeCalled(node, way, mayBeCallee)));
}

function mayBeCalled(node: SgNode, way: Way, mayBeCallee: MayBeCallee): boolean {
  if (!fitsWay(node, way)) return false;
  const callee = way.callee && node.field(way.callee.field);
  return !way.callee || !callee || mayBeCallee(way.callee.variable, callee);
}
