/** Cells of a Markdown table below a head that promises a secret: `| user | password |`. Called by find-secrets.ts. */
import { kindOf, promises, type SecretSpan } from './find-named-secrets.ts';
import { isSecretValue } from './secret-value.ts';

const RULE = /^[ \t]{0,8}\|?[ \t]{0,4}:?---[-:| \t]*\r?$/gmu;

interface Cell {
  readonly start: number;
  readonly text: string;
}

function splitRow(line: string, from: number): readonly Cell[] {
  const cells: Cell[] = [];
  let at = from;
  for (const part of line.split('|')) {
    const text = part.trim().replace(/^[`*]+|[`*]+$/gu, '');
    cells.push({ start: at + part.indexOf(text), text });
    at += part.length + 1;
  }
  return cells;
}

const lineFrom = (text: string, from: number): string => {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end);
};

export function findTableSecrets(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  RULE.lastIndex = 0;
  for (let rule = RULE.exec(text); rule !== null; rule = RULE.exec(text)) {
    const head = text.slice(text.lastIndexOf('\n', rule.index - 2) + 1, Math.max(0, rule.index - 1));
    const names = head.split('|').map((name) => name.trim());
    if (!names.some(promises)) continue;
    let at = RULE.lastIndex + 1;
    for (let line = lineFrom(text, at); line.includes('|'); line = lineFrom(text, at)) {
      for (const [index, { start, text: value }] of splitRow(line, at).entries()) {
        const name = names[index] ?? '';
        if (promises(name) && isSecretValue(name, value, 'quoted'))
          found.push({ start, end: start + value.length, kind: kindOf(name) });
      }
      at += line.length + 1;
    }
    RULE.lastIndex = Math.max(RULE.lastIndex, at - 1);
  }
  return found;
}
