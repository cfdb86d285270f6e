/**
 * Wraps ast-grep's syntax nodes in a class with the same methods that remembers its answers as long as the tree lives, since each call
 * into native code costs about two microseconds, and applies dialects.ts. Made by languages.ts for every tree.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';

import type { Dialect } from './dialects.ts';

type Range = ReturnType<SgNode['range']>;

/** What is known of one node, shared by all who hold it. */
interface Known {
  readonly id: number;
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
    return String(this.#native.kind());
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

  /** Asking for one parent costs the depth of the node, and so does asking for all of them. */
  #linkAbove(): void {
    let below: TreeNode = this;
    for (const native of this.#native.ancestors()) {
      const parent = this.#meet(native);
      below.#known.parent = parent;
      if (parent.#known.parent !== undefined) return;
      below = parent;
    }
    below.#known.parent = null;
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
  const tree: Tree = { text, dialect, nodes: new Map() };
  const node = new TreeNode(tree, root, { ...createKnown(id), parent: null });
  tree.nodes.set(id, node);
  return node as unknown as SgNode;
}

/** The kind by the grammar's own name, which rules use. */
export const grammarKindOf = (node: SgNode): string =>
  node instanceof TreeNode ? node.grammarKind() : String(node.kind());
