import { expect, test } from 'vitest';
import { createNameTest } from './name-heads.ts';

const CODE = `
const a = require('node:fs');
const app = express();
import { got as load } from '@lib/got';
del(z); delete q; x(y);
`;

/** The expression, what is asked about, and whether it may be meant. */
test.each([
  [/^(?:require|(?:fs|fs-extra)\.\w+)$/u, 'b', true],
  [/^(?:del|rimraf)$/u, 'b', false],
  [/^(?:del|rimraf)$/u, 'del', true],
  [/^(?:del|rimraf)/u, 'b', true],
  [/^express\(\)$/u, 'app', true],
  [/^express(?:\(\))?$/u, 'app', true],
  [/^express$/u, 'app', false],
  [/^@lib\/got$/u, 'load', true],
  [/^@other\/got$/u, 'load', false],
  [/^(?:[gG][oO][tT])\.x$/u, 'load', true],
  [/^(?!delete)(?:_|rm)(?:\.\w+)*$/u, 'b', false],
  [/^(?:<response>|none)$/u, 'b', true],
  [/^(?:none|[\w.]*other)$/u, 'b', true],
  [/none$/u, 'b', true],
  [/^none$|other/u, 'b', true],
])('%s may name %s: %s', (expression, written, isPossible) => {
  expect(createNameTest(CODE)(expression, written)).toBe(isPossible);
});
