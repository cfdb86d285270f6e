/**
 * Defines Grammar, what data flow and outlines must know of a language: the tree-sitter node kinds and fields of its functions, bindings,
 * calls, members, and its habits. grammars.ts has the languages; used by flow/ and outline/outline-source.ts.
 */

export interface Binding {
  readonly kind: string;
  /** Field with the bound name or pattern. */
  readonly target: string;
  /** Field with the value; null where the value is the last named child. */
  readonly value: string | null;
  readonly declares?: true;
  /** The old value stays part of the new one. */
  readonly augments?: true;
}

export interface Call {
  readonly kind: string;
  /** Field with the whole callee; null where object and name are fields of the call itself. */
  readonly callee: string | null;
  readonly object?: string;
  readonly name?: string;
  readonly arguments: string;
  /** Calls that always carry what their arguments carry: constructors. */
  readonly carries?: true;
}

export interface Grammar {
  readonly functions: readonly string[];
  /** Fields of a function that hold its parameters. */
  readonly parameters: readonly string[];
  /** Leaf kinds that name a variable. */
  readonly names: readonly string[];
  readonly bindings: readonly Binding[];
  readonly calls: readonly Call[];
  /** Kinds whose value is that of one field: members and subscripts. */
  readonly members: Readonly<Record<string, string>>;
  /** Kinds whose value never carries untrusted text: comparisons, functions, literals. */
  readonly opaque: readonly string[];
  /** Choices: the field that only decides. */
  readonly choices: Readonly<Record<string, string>>;
  readonly blocks: readonly string[];
  readonly returns: readonly string[];
  /** Kinds that hold the fields of an object together. */
  readonly classes: readonly string[];
  /** Kinds of statements that give a name to something of another file. */
  readonly imports: readonly string[];
  /** How a method writes a member of its own object. */
  readonly own: RegExp;
  /** Kinds of declarations whose names every method may use without the object before them. */
  readonly fields?: readonly string[];
  /** Names under which a class declares its constructor. */
  readonly constructors: RegExp;
  /** Literals of named values, the pairs in them, and the fields of a pair. */
  readonly records: readonly string[];
  readonly pairs: Readonly<Record<string, readonly [key: string, value: string]>>;
  /** Kinds that say the type of a name: variables, fields, parameters. */
  readonly declarations?: readonly string[];
  /** Kinds that name a function to be called later: `Class::method`. */
  readonly references?: readonly string[];
  /** Methods that call the function object they belong to: `action.accept(value)`. */
  readonly invokers?: RegExp;
  /** Functions have methods that call them with an object first: `run.call(self, x)`. */
  readonly hasIndirectCalls?: true;
  /** Kind of a literal that makes an object with the fields of a named type. */
  readonly composed?: string;
  /** A function yields its last expression, and a bare name may be a call. */
  readonly implicit?: true;
  /** Calls give an error back beside their result and do not throw. */
  readonly returnsErrors?: true;
  /** A number divided by another is a whole one where both are. */
  readonly dividesWhole?: true;
  /** A call may change a variable, or the text that it holds, where it is handed the bare name. */
  readonly changesArguments?: true;
  /** Joining a root with an absolute path drops the root. */
  readonly dropsRoot?: true;
  /** In regular expressions `^` and `$` stand for lines. */
  readonly anchorsLines?: true;
  /** A method `match` begins at the first character. */
  readonly matchesFromStart?: true;
  /** Regular expressions are texts between delimiters. */
  readonly delimitsPatterns?: true;
  /** A class is made by calling it: `File(name)`. */
  readonly constructsByCall?: true;
  /** Kinds of functions that have a parameter without naming it, and its name. */
  readonly unnamed?: { readonly kind: string; readonly name: string };
  /** What stands in a list of parameters and is none: the value of one that may be left out. */
  readonly nameless?: readonly string[];
  /** Callees whose texts take in variables by name: `format!("{name}")`. */
  readonly captures?: RegExp;
  /** Callees that fill variables handed to them: those behind one of the kinds (`&x`), or else every plain name. */
  readonly fills?: { readonly callee: RegExp; readonly references: readonly string[] };
}

/** A first parameter that stands for the object, not for an argument. */
export const RECEIVER = /^(?:self|cls)$/u;
/** Operators whose result is a yes or no, whatever they compare. */
export const COMPARISONS: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '>',
  '<=',
  '>=',
  '<=>',
  'in',
  'instanceof',
  '=~',
  '!~',
  '&&&',
  'is',
  '!is',
  '!in',
]);
