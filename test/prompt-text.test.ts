/** What a model is told is written in src/prompts alone: no literal text where reviewers and context tools hand text to a model. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src/reviewers/model', 'src/context', 'src/mcp'];
/** Where text is handed over: fields of tools, answers and policies, and calls that say something. */
const FIELDS = new Set(['description', 'text', 'system', 'briefing', 'mustReturn', 'nudge', 'note']);
const CALLS = new Set(['describe', 'say']);

const isWrapper = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node) ||
  ts.isParenthesizedExpression(node) ||
  ts.isTemplateExpression(node) ||
  ts.isTemplateSpan(node) ||
  ts.isBinaryExpression(node) ||
  ts.isArrowFunction(node);

function isHandedOver(literal: ts.Node): boolean {
  let node = literal.parent;
  while (isWrapper(node)) node = node.parent;
  if (ts.isPropertyAssignment(node)) return FIELDS.has(node.name.getText());
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return CALLS.has(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

/** Two words in a row: neither a name nor a separator. */
function listTexts(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && /\p{L}{2,}[ ,:;]+\p{L}{2,}/u.test(node.text) && isHandedOver(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
);

test('reviewers and context tools hold no text for a model', () => {
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((path) =>
    listTexts(readFileSync(join(ROOT, path), 'utf8')).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "const tool = { name: 'x', description: 'Read one file.' };",
  "const args = z.string().describe('path of the file');",
  'const answer = { text: `refused: your ${limit} readings are used up`, isError: true };',
  "const policy = { mustReturn: isFed ? 'x' : 'Write your result now.' };",
  "return { lines: [say('no line matches')], note: null };",
])('a planted text is found: %s', (source) => {
  expect(listTexts(source)).toHaveLength(source.includes('readings') ? 2 : 1);
});
