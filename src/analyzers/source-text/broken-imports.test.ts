// What a change removes, and who still imports it: one row per way of a language to name a module.
import { expect, test } from 'vitest';
import type { ReadOutcome } from '../../ports/repository.ts';
import { findBrokenImports } from './broken-imports.ts';

type Files = Readonly<Record<string, string>>;

/** `before` and `after` hold what the change touches, `rest` what it leaves alone. Answers `file:line from name`. */
async function find(before: Files, after: Files, rest: Files): Promise<readonly string[]> {
  const head: Files = { ...rest, ...after };
  const read = async (path: string): Promise<ReadOutcome> => {
    const text = head[path];
    return text === undefined ? { kind: 'unusable', reason: 'unreadable' } : { kind: 'text', text, bytes: text.length };
  };
  const found = await findBrokenImports(
    { read, readBase: async (path) => before[path] ?? null, paths: async () => new Set(Object.keys(head)) },
    {
      changed: Object.keys(after),
      removed: Object.keys(before).filter((path) => !(path in after)),
      isSearched: (path) => !path.startsWith('quiet/'),
      signal: undefined,
    },
  );
  return [...found].flatMap(([path, broken]) =>
    broken.map(({ line, name, from }) => `${path}:${line} ${from} ${name ?? '*'}`),
  );
}

const JAVA = 'package com.acme;\npublic class Shell {}\n';

test.each<[string, Files, Files, Files, readonly string[]]>([
  [
    'a deleted script, by import, re-export, require and import()',
    { 'src/db.ts': 'export const db = 1;\n' },
    {},
    {
      'src/a.ts': "// import './db'\nimport {\n  db,\n} from './db.js';\n",
      'src/b.ts': "export * from './db';\n",
      'src/c.js': "const { db } = require('./db');\nconst text = \"import './db'\";\n",
      'src/d.ts': "const load = () => import('./db');\n",
      'src/e.ts': "import './other';\n",
      'quiet/f.ts': "import '../src/db';\n",
    },
    ['src/a.ts:2 src/db.ts *', 'src/b.ts:1 src/db.ts *', 'src/c.js:1 src/db.ts *', 'src/d.ts:1 src/db.ts *'],
  ],
  [
    'what takes its place, and an import that expects to fail',
    { 'src/db.ts': 'export const db = 1;\n', 'opt.js': '' },
    { 'src/db/index.ts': 'export const db = 1;\n' },
    { 'src/a.ts': "import { db } from './db';\n", 'b.js': "try { opt = require('./opt'); } catch {}\n" },
    [],
  ],
  [
    'a path alias and a file that is no script',
    { 'src/lib/x.ts': '', 'src/logo.svg': '<svg/>' },
    {},
    {
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "~lib/*": ["src/lib/*"] } } }',
      'src/a.ts': "import x from '~lib/x';\nimport logo from './logo.svg';\n",
    },
    ['src/a.ts:1 src/lib/x.ts *', 'src/a.ts:2 src/logo.svg *'],
  ],
  [
    'names that a script no longer exports',
    { 'db.ts': 'export function load() {}\nexport function save() {}\nexport default load;\n' },
    { 'db.ts': 'function load() {}\nexport function save() {}\nload();\n' },
    { 'a.ts': "import fallback, { load, save } from './db';\n", 'b.ts': "import { save } from './db';\n" },
    ['a.ts:1 db.ts default', 'a.ts:1 db.ts load'],
  ],
  [
    'a name that is passed on from elsewhere stays',
    { 'db.ts': 'export function load() {}\n' },
    { 'db.ts': "export { load } from './store';\n", 'store.ts': 'export function load() {}\n' },
    { 'a.ts': "import { load } from './db';\n" },
    [],
  ],
  [
    'a name of CommonJS',
    { 'db.js': 'exports.load = () => 1;\nexports.save = () => 2;\n' },
    { 'db.js': 'exports.save = () => 2;\n' },
    { 'a.js': "const { load, save } = require('./db');\n" },
    ['a.js:1 db.js load'],
  ],
  [
    'Python modules and names',
    { 'app/views.py': 'x = 1\n', 'app/store.py': 'def load():\n    pass\n\ndef save():\n    pass\n' },
    { 'app/store.py': 'def save():\n    pass\n' },
    {
      'app/__init__.py': '',
      'a.py': '"""\nfrom app import views\n"""\nfrom app import views\nimport app.views\n',
      'app/b.py': 'from .store import (\n    load,\n    save,\n)\n',
      'c.py': 'try:\n    from app import views\nexcept ImportError:\n    views = None\n',
    },
    ['a.py:4 app/views.py views', 'a.py:5 app/views.py *', 'app/b.py:1 app/store.py load'],
  ],
  [
    'Go: a package, and a name that no file of the package has',
    {
      'old/old.go': 'package old\n\nfunc Run() {}\n',
      'db/a.go': 'package db\n\nfunc Load() {}\n\nfunc Save() {}\n',
    },
    { 'db/a.go': 'package db\n' },
    {
      'go.mod': 'module example.org/shop\n',
      'db/b.go': 'package db\n\nfunc Save() {}\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\tstore "example.org/shop/db"\n\t"example.org/shop/old"\n)\n\nfunc main() {\n\told.Run()\n\tstore.Save()\n\tstore.Load()\n}\n',
    },
    ['main.go:6 old/old.go *', 'main.go:12 db/a.go Load'],
  ],
  [
    'Java and Kotlin classes, and one that only moved',
    { 'src/com/acme/Shell.java': JAVA, 'src/com/acme/Kept.java': 'package com.acme;\nclass Kept {}\n' },
    { 'core/com/acme/Kept.java': 'package com.acme;\nclass Kept {}\n' },
    {
      'src/com/shop/A.java': 'package com.shop;\nimport com.acme.Kept;\nimport com.acme.Shell;\n',
      'src/com/shop/B.java': 'import static com.acme.Shell.run;\n',
      'src/com/shop/C.kt': 'import com.acme.Shell\n',
    },
    [
      'src/com/shop/A.java:3 src/com/acme/Shell.java *',
      'src/com/shop/B.java:1 src/com/acme/Shell.java *',
      'src/com/shop/C.kt:1 src/com/acme/Shell.java *',
    ],
  ],
  [
    'PHP classes and included files',
    { 'src/Mail.php': '<?php\nnamespace Acme;\nclass Mail {}\n', 'lib/head.php': '<?php echo 1;\n' },
    {},
    {
      'web/a.php': "<?php\nuse Acme\\Mail;\nrequire_once __DIR__ . '/../lib/head.php';\n",
      'web/b.php': '<?php\nuse Acme\\Other;\n// Mail head\n',
    },
    ['web/a.php:2 src/Mail.php *', 'web/a.php:3 lib/head.php *'],
  ],
  [
    'Ruby files',
    { 'lib/shop/cart.rb': 'class Cart; end\n' },
    {},
    { 'lib/shop.rb': "require_relative 'shop/cart'\n", 'bin/run.rb': "require 'shop/cart'\nrequire 'json'\n" },
    ['bin/run.rb:1 lib/shop/cart.rb *', 'lib/shop.rb:1 lib/shop/cart.rb *'],
  ],
])('%s', async (...[, before, after, rest, expected]) => {
  expect(await find(before, after, rest)).toEqual(expected);
});
