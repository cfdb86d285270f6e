import type { NapiConfig } from '@ast-grep/napi';
import { expect, test, vi } from 'vitest';
import { loadParser } from '../syntax/languages.ts';
import { FileSearch } from './file-search.ts';
import { readRequiredWords } from './required-words.ts';

const parse = await loadParser();

const CODE = `
import { exec as run } from 'child_process';
fs.readFile(path, done);
this.fs . readFileSync(path);
client?.query(sql);
new Client({ url: target, 'Host': name });
res.body = value;
run(\`ls \${dir}\`);
if (token == secret) { return; done(); }
a.b.c(d)(e);
function walk(target, path) {
  for (const key of path.split('.')) { target = target[key]; other = target[key]; }
  delete target[0];
  table[key] = target /* the last */ || {};
  return target === target;
}
`;

/** Each finds something, in a way of its own: by callee, member, field, pair, kind, words, constraint, alternatives, surroundings. */
const RULES: readonly NapiConfig[] = [
  { rule: { pattern: '$FS.$OP($PATH, $REST)' }, constraints: { OP: { regex: '^(?:readFile|writeFile)$' } } },
  { rule: { any: [{ pattern: '$FS.readFileSync($P)' }, { pattern: '$X.body = $V' }, { pattern: 'new $C($O)' }] } },
  { rule: { pattern: '$RUN($CMD)' } },
  { rule: { pattern: '$RUN($CMD)' }, constraints: { RUN: { not: { regex: '(?i)^RUN$' } } } },
  { rule: { kind: 'pair', has: { field: 'key', regex: '(?i)^[\'"]?host[\'"]?$' } } },
  {
    rule: {
      kind: 'call_expression',
      has: { field: 'function', has: { field: 'property', regex: '^(?:query|read.*)$' } },
    },
  },
  { rule: { kind: 'binary_expression', regex: 'token\\s*==', inside: { stopBy: 'end', kind: 'if_statement' } } },
  { rule: { kind: 'return_statement', precedes: { kind: 'expression_statement' } } },
  { rule: { any: [{ kind: 'new_expression' }, { kind: 'pair' }, { pattern: 'fs.readFile($$$A)' }] } },
  { rule: { pattern: 'fs.readFile($$$)' } },
  { rule: { pattern: { context: 'fs.readFile(other, name)', strictness: 'signature' } } },
  { rule: { pattern: 'run($CMD)' }, constraints: { CMD: { not: { pattern: 'g($CMD)' } } } },
  {
    rule: { pattern: '$RUN($CMD)' },
    constraints: { CMD: { any: [{ pattern: 'g($CMD)' }, { kind: 'template_string' }] } },
  },
  { rule: { pattern: '$A = $A[$KEY]' } },
  { rule: { pattern: '$A === $A' } },
  { rule: { pattern: '$A[$KEY] = $V || {}' } },
  { rule: { pattern: 'delete $A[$N]', inside: { stopBy: 'end', kind: 'function_declaration', regex: 'split\\(' } } },
  { rule: { kind: 'for_in_statement', has: { stopBy: 'end', pattern: '$A = $A[$KEY]' } } },
  {
    rule: {
      kind: 'return_statement',
      inside: { kind: 'statement_block', has: { pattern: 'delete $A[$N]', stopBy: 'end' } },
    },
  },
  { rule: { kind: 'member_expression', regex: '^(?:path|res)\\.(?:split|body)$' } },
  { rule: { pattern: '$OBJ.split($$$ARGS)' } },
  { rule: { pattern: '$A[$K]', inside: { stopBy: 'end', kind: 'function_declaration' } } },
  { rule: { pattern: 'new $C({ $$$PAIRS })' } },
];

/** As many that fit as make one search for all of their places. */
const MANY = 'if (a) { b(c, a); }\nb(c);\n'.repeat(60);

test('of many that fit those are found that match', () => {
  const root = parse('javascript', MANY);
  const config = { rule: { pattern: 'b($$$A)', inside: { stopBy: 'end' as const, kind: 'if_statement' } } };
  const found = new FileSearch(root, 'javascript', MANY, parse).findAll(config).map((node) => node.range().start.line);
  expect(found).toEqual(root.findAll(config).map((node) => node.range().start.line));
  expect(found).toHaveLength(60);
});

test('what does not fit is not asked about', () => {
  const root = parse('javascript', CODE);
  const asked = [
    { rule: { pattern: '$A = $A[$A]' } },
    { rule: { pattern: 'delete $A[$N]', inside: { stopBy: 'end' as const, kind: 'arrow_function' } } },
    { rule: { pattern: 'fs.readFile($PATH)' } },
    { rule: { kind: 'member_expression', regex: '^path\\.body$' } },
  ];
  const search = new FileSearch(root, 'javascript', CODE, parse);
  const nodes = Object.getPrototypeOf(root);
  const searches = [vi.spyOn(nodes, 'find'), vi.spyOn(nodes, 'matches'), vi.spyOn(nodes, 'findAll')];
  const found = asked.map((config) => search.findAll(config));
  const isList = (config: unknown): boolean =>
    /^\{"rule":\{"any":\[(?:\{"kind":"\w+"\},?)+\]\}\}$/u.test(JSON.stringify(config));
  const searched = searches.flatMap(({ mock }) => mock.calls).filter(([config]) => !isList(config));
  vi.restoreAllMocks();
  expect([found.flat(), searched]).toEqual([[], []]);
});

test.each(RULES)('finds what a plain search finds: %j', (config) => {
  const root = parse('javascript', CODE);
  const found = new FileSearch(root, 'javascript', CODE, parse).findAll(config).map((node) => node.text());
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(root.findAll(config).map((node) => node.text()));
});

test.each([
  ['^(?:exec|spawn)Sync?$', [['exec', 'spawn'], ['syn']]],
  ['(?i)Order|cart', [['order', 'cart']]],
  ['a+b*c?', []],
  ['\\.(?:query|raw)\\(', [['query', 'raw']]],
  ['[a-z]+_id(?-u:\\b)', [['_id']]],
  ['token|', []],
  ['\\x41bc', []],
])('%s asks for %j', (regex, words) => {
  expect(readRequiredWords(regex)).toEqual(words);
});
