import type { NapiConfig } from '@ast-grep/napi';
import { expect, test } from 'vitest';
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
`;

/** Each finds something, in a way of its own: by callee, member, field, pair, kind, words, constraint, alternatives. */
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
];

test.each(RULES)('finds what a plain search finds: %j', (config) => {
  const root = parse('javascript', CODE);
  const found = new FileSearch(root, 'javascript', CODE).findAll(config).map((node) => node.text());
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
