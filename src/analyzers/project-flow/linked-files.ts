/**
 * Finds for the join of flows the files that may call or declare a function, resolves calls to functions, and opens the outline or data
 * flow of a file when it is first needed, within limits. Used by join-flows.ts and join-project.ts.
 */
import type { AnalysisCache } from '../../ports/analysis-cache.ts';
import type { FileFlows, FileLinks, OpenParameter } from '../../ports/open-flow.ts';
import type { OutlineCall, OutlineSource, SourceOutline } from '../../ports/outline.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { directoryOf } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { lastWord } from '../../recon/file-symbols.ts';
import { createModuleFinder } from '../../recon/module-finder.ts';
import { createSymbolTable, type ProjectSymbols, resolveFunction } from '../../recon/project-symbols.ts';
import { FileSearch } from '../ast-grep/file-search.ts';
import type { Rule, Vocabulary } from '../ast-grep/rule-schema.ts';
import { createFileFlow, type FileFlow } from '../flow/flow.ts';
import { dropTypeArguments } from '../flow/type-arguments.ts';
import { stubOutline } from '../outline/outline-stub.ts';
import { GRAMMARS } from '../syntax/grammars.ts';
import type { Parse } from '../syntax/languages.ts';
import { RULE_FAMILIES, type RuleFamily, type RuleLanguage } from '../syntax/rule-families.ts';
import { holdsWord, isImporting, listLinks, listWords, type WordUse } from './file-links.ts';
import { ImportGraph } from './import-graph.ts';
import { OutsideWords } from './outside-words.ts';

export const LINK_LIMITS = {
  /** Files that are outlined. */
  outlined: 1_500,
  /** Files that may be asked for one name. */
  candidates: 40,
  /** Trees that are kept. */
  trees: 48,
  /** Files outside the scope whose words are read. */
  wordsRead: 3_000,
  /** Files outside the scope whose imports are read. */
  linksRead: 20_000,
  /** Characters of a file that is opened: this runs in the process of the command, which nobody ends from outside. */
  characters: 300_000,
} as const;

/** A function of the project: where it stands. */
export interface FunctionPlace {
  readonly path: string;
  readonly start: number;
  readonly isGuess: boolean;
}

export interface CallPlace {
  readonly path: string;
  readonly call: OutlineCall;
  readonly isGuess: boolean;
}

export interface LinkedFilesOptions {
  readonly snapshot: Snapshot;
  readonly flows: Map<string, FileFlows>;
  readonly paths: ReadonlySet<string>;
  readonly manifests: ReadonlyMap<string, string>;
  readonly parse: Parse;
  readonly outline: OutlineSource;
  /** What was learned in earlier runs; null where nothing is kept. */
  readonly cache: AnalysisCache | null;
  readonly rulesOf: (family: RuleFamily) => { readonly rules: readonly Rule[]; readonly vocabulary: Vocabulary | null };
}

export class LinkedFiles {
  readonly #options: LinkedFilesOptions;
  readonly #outlines = new Map<string, SourceOutline | null>();
  readonly #trees = new Map<string, FileFlow | null>();
  readonly #outsideWords: OutsideWords;
  #linksRead = 0;
  readonly #stubs: ReadonlyMap<string, SourceOutline>;
  readonly #finder: ReturnType<typeof createModuleFinder>;
  readonly #mentions = new Map<string, readonly string[]>();
  readonly #members = new Map<RuleFamily, ReadonlyMap<string | null, readonly string[]>>();
  /** Files that are searched, without tests. */
  readonly #searched: readonly { readonly path: string; readonly family: RuleFamily | null }[];
  readonly #symbols: ReturnType<typeof createSymbolTable>;
  readonly #graphs = new Map<RuleFamily, Promise<ImportGraph>>();
  /** Families and groups of linked files whose words are known. */
  readonly #wordsRead = new Set<string>();
  /** What was left out because a limit was reached. */
  readonly cut = { outlined: 0, candidates: 0, words: 0, large: 0 };

  constructor(options: LinkedFilesOptions) {
    this.#options = options;
    this.#stubs = new Map(
      [...options.paths].flatMap((path) => describeStub(path) ?? []).map((stub) => [stub.path, stub]),
    );
    this.#searched = [...this.#stubs.keys()]
      .filter((path) => !isTestPath(path))
      .map((path) => ({ path, family: familyOfPath(path) }));
    this.#finder = createModuleFinder([...this.#stubs.values()], options.manifests);
    this.#symbols = createSymbolTable(options.manifests);
    this.#outsideWords = new OutsideWords((path, text) => {
      const family = familyOfPath(path);
      return family === null ? '' : this.#learn('words', path, text, () => listWords(text, family));
    });
  }

  familyOf(path: string): RuleFamily | null {
    return familyOfPath(path);
  }

  async outlineOf(path: string): Promise<SourceOutline | null> {
    const known = this.#outlines.get(path);
    if (known !== undefined) return known;
    if (this.#outlines.size >= LINK_LIMITS.outlined) {
      this.cut.outlined += 1;
      return null;
    }
    const text = await this.textOf(path);
    const language = languageOf(path);
    const outline =
      text === null || language === null
        ? null
        : this.#learn('outline', path, text, () => this.#options.outline({ path, language, text }));
    this.#outlines.set(path, outline);
    if (!outline) return null;
    this.#symbols.add(outline);
    await this.#openPassing(outline);
    return outline;
  }

  /** What an imported index passes on has to be known before a call through it can be. */
  async #openPassing(outline: SourceOutline): Promise<void> {
    const passed = PASSING.test(outline.path)
      ? passedModules(outline).flatMap((module) => this.#finder.find(stubOf(outline), module, null))
      : [];
    const paths = [
      ...this.importedBy(outline).filter((path) => PASSING.test(path)),
      ...passed.map(({ file }) => file.path),
    ];
    for (const path of paths) if (!this.#outlines.has(path)) await this.outlineOf(path);
  }

  /** What is learned of a text, or was in an earlier run. */
  #learn<T>(kind: string, path: string, text: string, make: () => T): T {
    const { cache } = this.#options;
    const known = cache?.get(kind, path, text);
    // Nothing but what was put for this very text comes back.
    if (known !== undefined) return known as T;
    const made = make();
    cache?.put(kind, path, text, made);
    return made;
  }

  importedBy(outline: SourceOutline): readonly string[] {
    const from = stubOf(outline);
    return [
      ...new Set(
        outline.imports.flatMap(({ module, member }) =>
          this.#finder.find(from, module, member).map(({ file }) => file.path),
        ),
      ),
    ];
  }

  async textOf(path: string): Promise<string | null> {
    const read = this.#options.paths.has(path) ? await this.#options.snapshot.read(path) : null;
    const text = read?.kind === 'text' ? read.text : null;
    if (text === null || text.length <= LINK_LIMITS.characters) return text;
    this.cut.large += 1;
    return null;
  }

  /** The data flow of one file; null where it cannot be followed. The trees last used are kept. */
  async flowOf(path: string): Promise<FileFlow | null> {
    const known = this.#trees.get(path);
    if (known !== undefined) {
      this.#trees.delete(path);
      this.#trees.set(path, known);
      return known;
    }
    const outline = await this.outlineOf(path);
    const text = outline ? await this.textOf(path) : null;
    const flow = outline && text !== null ? this.#openFlow(outline, text) : null;
    this.#trees.set(path, flow);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > LINK_LIMITS.trees && oldest !== undefined) this.#trees.delete(oldest);
    return flow;
  }

  #openFlow({ language }: SourceOutline, text: string): FileFlow | null {
    const name = language as RuleLanguage;
    const family = RULE_FAMILIES[name];
    const grammar = GRAMMARS[family];
    const { vocabulary } = this.#options.rulesOf(family);
    if (!grammar || !vocabulary) return null;
    const { parse } = this.#options;
    const root = dropTypeArguments(parse(name, text), parse, name, text);
    const search = new FileSearch(root, name, text, parse);
    return createFileFlow(root, grammar, vocabulary, (config) => search.findAll(config));
  }

  ruleOf(family: RuleFamily, id: string): Rule | null {
    return this.#options.rulesOf(family).rules.find((rule) => rule.id === id) ?? null;
  }

  get symbols(): ProjectSymbols {
    return this.#symbols.symbols;
  }

  /**
   * Opens the files that may call a function and those that make objects of its class, and says under which names it is called.
   * Where files import each other by name, whoever imports neither its file nor one linked with it is left alone.
   */
  async openCallers(
    from: string,
    { functionName, className }: Pick<OpenParameter, 'functionName' | 'className'>,
  ): Promise<{ readonly names: ReadonlySet<string>; readonly opened: readonly string[] }> {
    const outline = await this.outlineOf(from);
    const module = wordsOf(moduleName(from));
    const near = [...(className === null || className === '' ? [] : [className]), ...module];
    const names = new Set([plainName(functionName), ...near]);
    const isByImport = isImporting(familyOfPath(from));
    const isWhole = outline?.exports.some(({ name }) => name === 'default') === true;
    const opened = new Set<string>();
    for (const name of names) {
      const use = isByImport && module.includes(name) && name !== plainName(functionName) ? 'imported' : 'called';
      if (use === 'called' || isWhole)
        for (const path of await this.#openMentioning(name, { from, near, use })) opened.add(path);
      for (const other of this.otherNames(name, [from, ...opened])) names.add(other);
    }
    return { names, opened: [...opened] };
  }

  /** Opens the files that may declare what is called under this name; `near` are words that make one likelier. */
  async openDeclaring(name: string, from: string, near: readonly string[]): Promise<void> {
    await this.#openMentioning(name, { from, near, use: 'declared' });
  }

  async #openMentioning(name: string, search: NameSearch): Promise<readonly string[]> {
    const { from, near } = search;
    const found = (await this.#mentioning(name, search)).filter((path) => path !== from);
    const weight = (path: string): number =>
      near.filter((word) => this.#wordsHolding(path, word)?.includes(` ${word} `)).length * 2 +
      (directoryOf(path) === directoryOf(from) ? 1 : 0);
    const ranked = found
      .map((path) => ({ path, weight: weight(path) }))
      .toSorted((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
    if (ranked.length > LINK_LIMITS.candidates) this.cut.candidates += 1;
    const opened: string[] = [];
    for (const { path } of ranked.slice(0, LINK_LIMITS.candidates)) if (await this.outlineOf(path)) opened.push(path);
    return opened;
  }

  /** Names under which these files pass on what they have under this one. */
  otherNames(name: string, among: readonly string[]): readonly string[] {
    return among.flatMap((path) =>
      (this.#outlines.get(path)?.exports ?? [])
        .filter((each) => each.local === name && each.name !== name && each.name !== 'default')
        .map((each) => each.name),
    );
  }

  /** The words of a file that may have this one among them. */
  #wordsHolding(path: string, word: string): string | undefined {
    return this.#options.flows.get(path)?.words ?? this.#outsideWords.holding(path, word);
  }

  /** Files of the same family that hold the name in that use and may be linked with where it is asked from. */
  async #mentioning(name: string, { from, use }: NameSearch): Promise<readonly string[]> {
    const family = familyOfPath(from);
    if (family === null) return [];
    const graph = isImporting(family) ? await this.#graphOf(family) : null;
    const group = graph?.groupOf(from) ?? null;
    await this.#readWords(family, this.#membersOf(family, graph, group), group);
    const sought = name.replace(/^[$@]/u, '');
    const holds = (path: string, as: WordUse): boolean => {
      const words = this.#wordsHolding(path, sought);
      return words !== undefined && holdsWord(words, sought, as, family);
    };
    const inUse = (as: WordUse): readonly string[] =>
      getOrAdd(this.#mentions, `${family} ${as} ${sought} ${group}`, () =>
        this.#membersOf(family, graph, group).filter((path) => holds(path, as)),
      );
    if (graph === null) return inUse(use === 'imported' ? 'mentioned' : use);
    if (use === 'declared') return inUse(use);
    const importers = [...graph.importersOf(from, (path) => holds(path, 'mentioned'))];
    const linked = use === 'imported' ? [] : inUse(use);
    return [...new Set([...importers.filter((path) => holds(path, 'mentioned')), ...linked])];
  }

  /** Files of a family that may be linked with each other: those of one group, all where imports tell nothing. */
  #membersOf(family: RuleFamily, graph: ImportGraph | null, group: string | null): readonly string[] {
    const groups = getOrAdd(this.#members, family, () =>
      Map.groupBy(
        this.#searched.filter((each) => each.family === family).map(({ path }) => path),
        (path) => graph?.groupOf(path) ?? null,
      ),
    );
    return groups.get(group) ?? [];
  }

  /** Whether a file may have to do with another, as far as imports tell. */
  async isLinked(from: string, path: string): Promise<boolean> {
    const family = familyOfPath(from);
    if (family === null || !isImporting(family)) return true;
    const graph = await this.#graphOf(family);
    return graph.groupOf(from) === graph.groupOf(path);
  }

  #graphOf(family: RuleFamily): Promise<ImportGraph> {
    return getOrAdd(this.#graphs, family, () => this.#openGraph(family));
  }

  async #openGraph(family: RuleFamily): Promise<ImportGraph> {
    const links = new Map<string, FileLinks>();
    for (const { path, family: own } of this.#searched) {
      if (own !== family) continue;
      // Most are known: waiting for each of thousands takes longer than to look them up.
      const known =
        this.#options.flows.get(path)?.links ?? this.#findLinks(path) ?? (await this.#readLinks(path, family));
      if (known) links.set(path, known);
    }
    const { manifests } = this.#options;
    return new ImportGraph(links, this.#stubs, { finder: this.#finder, manifests });
  }

  /** As an earlier run has read them. */
  #findLinks(path: string): FileLinks | null {
    const { snapshot, cache } = this.#options;
    if (!cache?.links || this.#linksRead >= LINK_LIMITS.linksRead) return null;
    const identity = snapshot.identity?.(path) ?? null;
    const kept = identity === null ? null : cache.links.find(path, identity);
    const known = kept === null ? null : readLinks(kept);
    if (known !== null) this.#linksRead += 1;
    return known;
  }

  async #readLinks(path: string, family: RuleFamily): Promise<FileLinks | null> {
    if (this.#linksRead >= LINK_LIMITS.linksRead) {
      this.cut.words += 1;
      return null;
    }
    this.#linksRead += 1;
    const { snapshot, cache } = this.#options;
    const identity = snapshot.identity?.(path) ?? null;
    const text = await this.textOf(path);
    if (text === null) return null;
    const links = listLinks(text, family);
    if (identity !== null) cache?.links?.keep(path, identity, JSON.stringify(links));
    return links;
  }

  /** Files that were not scanned: those of an unchanged file may call what has changed. */
  async #readWords(family: RuleFamily, members: readonly string[], group: string | null): Promise<void> {
    const key = `${family} ${group}`;
    if (this.#wordsRead.has(key)) return;
    this.#wordsRead.add(key);
    for (const path of members) {
      if (this.#options.flows.has(path) || this.#outsideWords.has(path)) continue;
      if (this.#outsideWords.size >= LINK_LIMITS.wordsRead) {
        this.cut.words += 1;
        continue;
      }
      const text = await this.textOf(path);
      if (text !== null) this.#outsideWords.add(path, text);
    }
  }

  /** Calls of a function under one of these names in the files that are open, without those of its own file. */
  callsOf(
    place: Omit<FunctionPlace, 'isGuess'>,
    names: ReadonlySet<string>,
    among: readonly string[],
  ): readonly CallPlace[] {
    const isMeant = (ref: FunctionPlace): boolean => ref.path === place.path && ref.start === place.start;
    return among.flatMap((path) => {
      const outline = path === place.path ? null : this.#outlines.get(path);
      return (outline ? callsNamed(outline, names) : []).flatMap(({ outline: home, call }) => {
        const refs = this.resolve(home, call.callee, call.owner);
        return refs.some(isMeant) ? [{ path, call, isGuess: refs.every(({ isGuess }) => isGuess) }] : [];
      });
    });
  }

  resolve(outline: SourceOutline, callee: string, owner: number): readonly FunctionPlace[] {
    const plain = callee.replace(/\.new$/u, '');
    return resolveFunction(this.symbols, outline, plain, owner).map(({ file, index, isGuess }) => ({
      path: file.path,
      start: file.functions[index]?.start ?? -1,
      isGuess,
    }));
  }
}

export const describeText = (text: string, family: RuleFamily): Pick<FileFlows, 'words' | 'links'> => ({
  words: listWords(text, family),
  links: listLinks(text, family),
});

/** Where a name is asked for, words that make a file likelier, and in what use it is looked for. */
interface NameSearch {
  readonly from: string;
  readonly near: readonly string[];
  readonly use: Exclude<WordUse, 'mentioned'> | 'imported';
}

/** As `listLinks` made them: nobody else writes there. Null for a damaged line. */
function readLinks(kept: string): FileLinks | null {
  try {
    const links = JSON.parse(kept) as Partial<FileLinks> | null;
    return Array.isArray(links?.modules) ? (links as FileLinks) : null;
  } catch {
    return null;
  }
}

/** The last name of a callee. */
export const plainName = (callee: string): string => wordsOf(callee.replace(/\.new$/u, '')).at(-1) ?? '';

export const wordsOf = (text: string): readonly string[] => text.match(/[\w$\u{80}-\u{10ffff}]+/gu) ?? [];

/** What other files call the module of a path: its name, or that of its folder where it stands for that. */
const moduleName = (path: string): string => {
  const parts = path.replace(/(?:\.\w+)+$/u, '').split('/');
  const last = parts.at(-1) ?? '';
  return /^(?:index|__init__|main|mod)$/u.test(last) ? (parts.at(-2) ?? last) : last;
};

/** Calls under one of these names, or under one that the file has given to what it imports. */
function callsNamed(
  outline: SourceOutline,
  names: ReadonlySet<string>,
): readonly { readonly outline: SourceOutline; readonly call: OutlineCall }[] {
  const local = outline.imports.filter(
    ({ member }) => member === null || member === 'default' || member === '*' || names.has(member),
  );
  const known = new Set([...names, ...local.map((each) => each.local)]);
  return outline.calls
    .filter(({ callee }) => known.has(lastWord(callee.replace(/\.new$/u, ''))))
    .map((call) => ({ outline, call }));
}

/** `export … from` and `from … import *`. */
const passedModules = ({ exports, imports }: SourceOutline): readonly string[] => [
  ...exports.flatMap(({ module }) => module ?? []),
  ...imports.flatMap(({ module, member }) => (member === '*' ? module : [])),
];

/** Files whose purpose is to pass on what others declare. */
const PASSING = /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py)$/u;

export const languageOf = (path: string): RuleLanguage | null => {
  const name = detectLanguage(path)?.name ?? '';
  return Object.hasOwn(RULE_FAMILIES, name) ? (name as RuleLanguage) : null;
};

export const familyOfPath = (path: string): RuleFamily | null => {
  const language = languageOf(path);
  return language && RULE_FAMILIES[language];
};

const SKIPPED = /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|\.git|bower_components)\//u;

function describeStub(path: string): SourceOutline | null {
  const language = SKIPPED.test(path) ? null : languageOf(path);
  return language && stubOutline(path, language);
}

const stubOf = ({ path, language }: SourceOutline): SourceOutline => stubOutline(path, language);
