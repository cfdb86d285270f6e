import type { TextDocument } from '../project/text-document.ts';
interface Place {
    /** 1-based line on which it begins. */
    readonly line: number;
    /** Offsets in the text of the file. */
    readonly start: number;
    readonly end: number;
}
export interface YamlScalar extends Place {
    readonly kind: 'scalar';
    readonly text: string;
    /** `!Ref` and the like; null for plain text. */
    readonly tag: string | null;
}
export interface YamlList extends Place {
    readonly kind: 'list';
    readonly items: readonly YamlNode[];
}
export interface YamlEntry {
    readonly key: string;
    readonly line: number;
    readonly value: YamlNode;
}
export interface YamlMap extends Place {
    readonly kind: 'map';
    readonly entries: readonly YamlEntry[];
}
export type YamlNode = YamlScalar | YamlList | YamlMap;
/** Longer texts are not parsed. */
export declare const MAX_YAML_CHARACTERS = 300000;
/** The documents of a file, or null where it is not readable as YAML. */
export declare function parseYaml(document: TextDocument, text?: string): readonly YamlNode[] | null;
/** Entries of a map with those it merges in (`<<`); nothing for other nodes. */
export declare function entriesOf(node: YamlNode | null, depth?: number): readonly YamlEntry[];
export declare const entryOf: (node: YamlNode | null, key: string) => YamlEntry | null;
/** The node at a path of keys, or null. */
export declare function nodeAt(node: YamlNode | null, ...keys: readonly string[]): YamlNode | null;
/** Text of a scalar; the empty text for anything else. */
export declare const textOf: (node: YamlNode | null) => string;
/** Items of a list; a lone scalar or map is a list of one, nothing is a list of none. */
export declare function itemsOf(node: YamlNode | null): readonly YamlNode[];
/** Texts of a list of scalars or of a lone one. */
export declare const textsOf: (node: YamlNode | null) => readonly string[];
export declare const isYes: (node: YamlNode | null) => boolean;
export declare const isNo: (node: YamlNode | null) => boolean;
/** Every map below a node, itself included, each once however often it is aliased. */
export declare function mapsBelow(node: YamlNode | null): readonly YamlMap[];
export {};
