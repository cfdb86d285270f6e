/**
 * Wraps ast-grep's syntax nodes in a class with the same methods that remembers its answers as long as the tree lives, since each call
 * into native code costs about two microseconds, and applies dialects.ts. Made by languages.ts for every tree.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';

import type { Dialect } from './dialects.ts';
import { readWordPlaces, type WordPlaces } from './word-places.ts';

type Range = ReturnType<SgNode['range']>;

/** What is known of one node, shared by all who hold it. */
interface Known {
  readonly id: number;
  /** As the grammar itself calls it. */
  own: string | null;
  kind: string | null;
  range: Range | null;
  children: readonly TreeNode[] | null;
  named: readonly TreeNode[] | null;
  fields: Map<string, TreeNode | null> | null;
  /** Undefined: not asked yet. */
  parent: TreeNode | null | undefined;
}

/** One parsed text. */
interface Tree {
  readonly text: string;
  readonly dialect: Dialect | null;
  /** Nodes that were met, by their id. */
  readonly nodes: Map<number, TreeNode>;
  /** Where words begin that were asked for; null: the letters of the text cannot be counted in lower case. */
  words: WordPlaces | null | undefined;
  /** All nodes of a kind, in the order of the text, of kinds that were asked for. */
  readonly listed: Map<string, readonly TreeNode[]>;
  root: TreeNode | null;
  /** Kinds that are listed with the first of them that is asked for. */
  together: readonly string[];
}

class TreeNode {
  readonly #tree: Tree;
  readonly #native: SgNode;
  readonly #known: Known;

  constructor(tree: Tree, native: SgNode, known: Known) {
    this.#tree = tree;
    this.#native = native;
    this.#known = known;
  }

  id(): number {
    return this.#known.id;
  }

  kind(): string {
    this.#known.kind ??= this.#name();
    return this.#known.kind;
  }

  /** As the grammar itself calls it. */
  grammarKind(): string {
    this.#known.own ??= String(this.#native.kind());
    return this.#known.own;
  }

  #name(): string {
    const own = this.grammarKind();
    const name = this.#tree.dialect?.kinds[own];
    return typeof name === 'function' ? name(this as unknown as SgNode) : (name ?? own);
  }

  is(kind: string): boolean {
    return this.kind() === kind;
  }

  range(): Range {
    this.#known.range ??= this.#native.range();
    return this.#known.range;
  }

  text(): string {
    const { start, end } = this.range();
    return this.#tree.text.slice(start.index, end.index);
  }

  /** Whether the word, which is in lower case, stands in the text in whatever case. True where that is not known. */
  holds(word: string): boolean {
    if (this.#tree.words === undefined) this.#tree.words = readWordPlaces(this.#tree.text);
    const { start, end } = this.range();
    return this.#tree.words?.isWithin(word, start.index, end.index) ?? true;
  }

  isNamed(): boolean {
    return this.#native.isNamed();
  }

  isLeaf(): boolean {
    return this.#native.isLeaf();
  }

  children(): readonly TreeNode[] {
    this.#known.children ??= this.#native.children().map((child) => this.#below(child));
    return this.#known.children;
  }

  namedChildren(): readonly TreeNode[] {
    this.#known.named ??= this.#native.namedChildren().map((child) => this.#below(child));
    return this.#known.named;
  }

  child(nth: number): TreeNode | null {
    return this.children()[nth] ?? null;
  }

  field(name: string): TreeNode | null {
    this.#known.fields ??= new Map();
    const known = this.#known.fields.get(name);
    if (known !== undefined) return known;
    const native = this.#native.field(name as never) as SgNode | null;
    const child = native ? this.#below(native) : (this.#derived(name)[0] ?? null);
    this.#known.fields.set(name, child);
    return child;
  }

  fieldChildren(name: string): readonly TreeNode[] {
    const own = (this.#native.fieldChildren(name as never) as SgNode[]).map((child) => this.#below(child));
    return own.length > 0 ? own : this.#derived(name);
  }

  /** What the dialect finds under this name. */
  #derived(name: string): readonly TreeNode[] {
    const find = this.#tree.dialect?.fields[this.grammarKind()]?.[name];
    return find ? [find(this as unknown as SgNode) ?? []].flat().map((node) => node as unknown as TreeNode) : [];
  }

  next(): TreeNode | null {
    const native = this.#native.next();
    return native && this.#meet(native);
  }

  prev(): TreeNode | null {
    const native = this.#native.prev();
    return native && this.#meet(native);
  }

  parent(): TreeNode | null {
    if (this.#known.parent === undefined) this.#linkAbove();
    return this.#known.parent ?? null;
  }

  /** The nearest first. */
  ancestors(): readonly TreeNode[] {
    const above: TreeNode[] = [];
    for (let node = this.parent(); node; node = node.parent()) above.push(node);
    return above;
  }

  find(matcher: string | number | NapiConfig): TreeNode | null {
    const found = this.#native.find(matcher);
    return found && this.#matched(found);
  }

  findAll(matcher: string | number | NapiConfig): readonly TreeNode[] {
    return this.#native.findAll(matcher).map((found) => this.#matched(found));
  }

  /** For each kind, by the grammar's own name, its nodes in this node and itself. The whole tree is searched once for each kind. */
  listByKind(kinds: readonly string[]): readonly (readonly TreeNode[])[] {
    const missing = kinds.filter((kind) => !this.#tree.listed.has(kind));
    if (missing.length > 0) this.#listAll(missing);
    return kinds.map((kind) => this.#pickWithin(this.#tree.listed.get(kind) ?? []));
  }

  listTogether(kinds: readonly string[]): void {
    this.#tree.together = kinds;
  }

  #listAll(missing: readonly string[]): void {
    const { listed, together, root } = this.#tree;
    const isShared = missing.some((kind) => together.includes(kind));
    const wanted = new Set(isShared ? [...missing, ...together.filter((kind) => !listed.has(kind))] : missing);
    const found = root?.findAll({ rule: { any: [...wanted].map((kind) => ({ kind })) } }) ?? [];
    const byKind = Map.groupBy(found, (node) => node.grammarKind());
    for (const kind of wanted) listed.set(kind, byKind.get(kind) ?? []);
  }

  /** Of all nodes of a kind those in this node. */
  #pickWithin(all: readonly TreeNode[]): readonly TreeNode[] {
    if (this.#tree.root?.id() === this.id()) return all;
    const { start, end } = this.range();
    const picked: TreeNode[] = [];
    for (let at = findFrom(all, start.index); at < all.length; at += 1) {
      const node = all[at];
      if (!node || node.range().start.index > end.index) break;
      if (node.range().end.index <= end.index && this.#isAround(node)) picked.push(node);
    }
    return picked;
  }

  /** Of a node whose range lies in this one. Two nodes may have the same range. */
  #isAround(node: TreeNode): boolean {
    const [own, other] = [this.range(), node.range()];
    if (own.start.index !== other.start.index || own.end.index !== other.end.index) return true;
    return node.id() === this.id() || node.ancestors().some((above) => above.id() === this.id());
  }

  matches(matcher: string | number | NapiConfig): boolean {
    return this.#native.matches(matcher);
  }

  /** Only a node that was found by a pattern has metavariables. */
  getMatch(name: string): TreeNode | null {
    const matched = this.#native.getMatch(name);
    return matched && this.#meet(matched);
  }

  getMultipleMatches(name: string): readonly TreeNode[] {
    return this.#native.getMultipleMatches(name).map((matched) => this.#meet(matched));
  }

  /** Those above are mostly known: asking for all of them makes ten nodes to find two. */
  #linkAbove(): void {
    const native = this.#native.parent();
    this.#known.parent = native && this.#meet(native);
  }

  #below(native: SgNode): TreeNode {
    const child = this.#meet(native);
    child.#known.parent ??= this;
    return child;
  }

  #meet(native: SgNode): TreeNode {
    const id = native.id();
    const known = this.#tree.nodes.get(id);
    if (known) return known;
    const node = new TreeNode(this.#tree, native, createKnown(id));
    this.#tree.nodes.set(id, node);
    return node;
  }

  /** Knows what the node knows, and has metavariables of its own. */
  #matched(native: SgNode): TreeNode {
    const node = this.#meet(native);
    return node.#native === native ? node : new TreeNode(this.#tree, native, node.#known);
  }
}

const createKnown = (id: number): Known => ({
  id,
  own: null,
  kind: null,
  range: null,
  children: null,
  named: null,
  fields: null,
  parent: undefined,
});

/** Used in place of ast-grep's own node: it answers everything that is asked here in the same way. */
export function rememberTree(root: SgNode, text: string, dialect: Dialect | null = null): SgNode {
  const id = root.id();
  const tree: Tree = { text, dialect, nodes: new Map(), words: undefined, listed: new Map(), root: null, together: [] };
  const node = new TreeNode(tree, root, { ...createKnown(id), parent: null });
  tree.nodes.set(id, node);
  tree.root = node;
  return node as unknown as SgNode;
}

/** The index of the first node that does not begin before `start`. */
function findFrom(nodes: readonly TreeNode[], start: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.range().start.index ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As a walk meets them: what is around another node comes first. */
function compareOrder(a: SgNode, b: SgNode): number {
  const [left, right] = [a.range(), b.range()];
  const order = left.start.index - right.start.index || right.end.index - left.end.index;
  if (order !== 0 || a.id() === b.id()) return order;
  return a.ancestors().some((node) => node.id() === b.id()) ? 1 : -1;
}

/** Every node of these kinds, by the grammar's own names, in a node and itself, that is wanted, in the order of the text. */
export function listKinds(
  node: SgNode,
  kinds: readonly string[],
  isWanted: (node: SgNode) => boolean = () => true,
): readonly SgNode[] {
  const lists = node instanceof TreeNode ? node.listByKind(kinds) : kinds.map((kind) => findKinds(node, [kind]));
  const wanted = lists.flatMap((list) => (list as readonly SgNode[]).filter(isWanted));
  return kinds.length > 1 ? wanted.sort(compareOrder) : wanted;
}

/** The same by a search of the node alone: for kinds of which a file has very many. */
export const findKinds = (node: SgNode, kinds: readonly string[]): readonly SgNode[] =>
  kinds.length === 0 ? [] : node.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });

/** Names kinds that will be asked for: one search finds them all. */
export function listTogether(root: SgNode, kinds: readonly string[]): void {
  if (root instanceof TreeNode) root.listTogether(kinds);
}

/** The kind by the grammar's own name, which rules use. */
export const grammarKindOf = (node: SgNode): string =>
  node instanceof TreeNode ? node.grammarKind() : String(node.kind());

/** Whether the text of the node may hold a word that is in lower case. */
export const mayHold = (node: SgNode, word: string): boolean => !(node instanceof TreeNode) || node.holds(word);
