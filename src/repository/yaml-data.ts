/**
 * Parses YAML from a repository as data: core schema only, no tags, no aliases. A fault is returned with its line; nothing throws.
 * Called for custom reviewers (custom-reviewers.ts) and rules of the project (analyzers/own-rules/compile-own-rules.ts,
 * wiring/try-own-rules.ts).
 */
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';

export interface YamlFault {
  readonly kind: 'fault';
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export interface YamlData {
  readonly kind: 'data';
  readonly value: unknown;
  /** The line of a key, or of the nearest one around it that is there. */
  lineOf(path: readonly PropertyKey[]): number;
}

export function parseYamlData(text: string): YamlData | YamlFault {
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: 'core',
      strict: true,
      uniqueKeys: true,
      prettyErrors: false,
      lineCounter: counter,
    });
    const lineAt = (offset: number): number => Math.max(1, counter.linePos(offset).line);
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined)
      return { kind: 'fault', line: lineAt(problem.pos[0]), message: problem.message.split('\n')[0] ?? '' };
    const alias = findAlias(document);
    if (alias !== null)
      return { kind: 'fault', line: lineAt(alias), message: 'YAML aliases are not read; write the values out' };
    return { kind: 'data', value: document.toJS(), lineOf: (path) => lineAt(offsetOf(document, path)) };
  } catch (error) {
    // Nesting beyond the stack.
    return { kind: 'fault', line: 1, message: error instanceof Error ? error.message : String(error) };
  }
}

function findAlias(document: Document.Parsed): number | null {
  let found: number | null = null;
  visit(document, {
    Alias: (_, node) => {
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  const [last] = path.slice(-1);
  if (path.length === 0) return document.contents?.range?.[0] ?? 0;
  const around = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(around) ? around.items.find(({ key }) => isScalar(key) && key.value === last) : undefined;
  const node = (pair?.key ?? document.getIn(path, true)) as Node | undefined;
  return node?.range?.[0] ?? offsetOf(document, path.slice(0, -1));
}
