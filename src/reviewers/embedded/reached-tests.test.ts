import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { loadReachedTests } from './reached-tests.ts';

const snapshot = (files: Readonly<Record<string, string>>): Snapshot => ({
  selection: 'all',
  branch: null,
  isChange: false,
  warnings: [],
  entries: () => {
    throw new Error('not asked');
  },
  read: async (path) => ({ kind: 'text', text: files[path] ?? '', bytes: 1 }),
  readBase: async () => null,
  paths: async () => new Set(Object.keys(files)),
});

test.each([
  ['tests/router.js', 'app.js', "app.use(require('./tests/router'));", true],
  ['tests/router.js', 'app.js', "app.use(require('./src/router')); // see tests", false],
  ['lib/test/index.ts', 'lib/main.ts', "import { ping } from './test/index.js';", true],
  ['lib/test/index.ts', 'lib/main.ts', "import { ping } from './test';", true],
  ['lib/test/index.ts', 'lib/main.ts', "import { ping } from './test/';", true],
  ['src/tests/pay.ts', 'src/a/b.ts', "import { pay } from '@/tests/pay';", true],
  ['shop/tests/views.py', 'shop/urls.py', 'from shop.tests import other, views', true],
  ['shop/tests/views.py', 'shop/urls.py', 'from .tests.views import home', true],
  ['shop/tests/views.py', 'shop/urls.py', 'from shop.views import tests', false],
  ['lib/com/acme/test/Ping.java', 'lib/com/acme/App.java', 'import com.acme.test.Ping;', true],
  ['test/util.php', 'index.php', "<?php include __DIR__ . '/test/util.php';", true],
  ['tests/server.js', 'package.json', '{\n  "scripts": {\n    "start": "node tests/server.js"\n  }\n}', true],
  ['tests/server.js', 'package.json', '{\n  "scripts": {\n    "test": "node tests/server.js"\n  }\n}', false],
  ['tests/server.js', 'Dockerfile', 'FROM node\nCMD ["node", "tests/server.js"]', true],
  ['tests/setup.ts', 'vitest.config.ts', "export default { setupFiles: ['./tests/setup.ts'] };", null],
  ['tests/router.js', 'tests/all.js', "require('./router');", false],
  ['src/main/java/com/acme/test/Ping.java', 'a.js', '', true],
  ['pages/api/test/run.js', 'a.js', '', true],
  ['app/test/route.ts', 'a.js', '', true],
  ['public/test/index.php', 'a.js', '', true],
  ['src/main/java/com/acme/test/PingTest.java', 'a.js', '', false],
  ['tornado/test/web_test.py', 'a.js', '', false],
] as const)('%s is part of the product where %s holds %j: %s', async (path, other, text, expected) => {
  const isReached = await loadReachedTests(snapshot({ [path]: '', [other]: text }));
  expect(isReached(path)).toBe(expected);
});
