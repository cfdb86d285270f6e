import { expect, test } from 'vitest';
import { classifyName, isLockFile } from './classify-file.ts';

test.each<[string, string | null]>([
  ['package-lock.json', 'generated'],
  ['web/yarn.lock', 'generated'],
  ['Cargo.lock', 'generated'],
  ['go.sum', 'generated'],
  ['.terraform.lock.hcl', 'generated'],
  ['app.min.js', 'generated'],
  ['app.js.map', 'generated'],
  ['api.pb.go', 'generated'],
  ['api_pb2.py', 'generated'],
  ['model.g.dart', 'generated'],
  ['types.generated.ts', 'generated'],
  ['js/jquery-3.7.1.js', 'vendored'],
  ['gradlew', 'vendored'],
  ['src/app.ts', null],
  ['lock.ts', null],
  ['package.json', null],
  ['admin.js', null],
  ['generated.ts', null],
  ['shop/static/js/d3.js', 'vendored'],
  ['www/static/nv.d3.js', 'vendored'],
  ['www/static/ace.js', 'vendored'],
  ['www/static/place.js', null],
  ['public/lib/lodash.core.js', 'vendored'],
  ['app/assets/javascripts/chart-2.9.4.js', 'vendored'],
  ['static/admin/js/vendor/select2/i18n/de.js', 'vendored'],
  ['wwwroot/lib/jquery-ui/ui/widget.js', 'vendored'],
  ['static/js/main.3f9a12bc.js', 'generated'],
  ['built/admin/assets/index-C8qwgKWF.mjs', 'generated'],
  ['built/admin/assets/index-DUhmXSBR.mjs', 'generated'],
  ['built/admin/assets/modals-B5dtfzsB.mjs', 'generated'],
  ['static/js/my-HTMLView.js', null],
  ['static/js/my-FileTree.js', null],
  ['static/js/my-checkout.js', null],
  ['src/index-C8qwgKWF.mjs', null],
  ['web/static/js/1739.cccdf269.chunk.js', 'generated'],
  ['src/d3.js', null],
  ['static/js/chart.js', null],
  ['static/js/timeline.js', null],
  ['static/js/jquery.init.js', null],
  ['static/js/checkout.js', null],
  ['public/js/app.deadbeef.js', null],
  ['static/vendor/index.html', null],
])('%s is %s by name', (path, expected) => {
  expect(classifyName(path)).toBe(expected);
});

test('lock files', () => {
  expect(['a/pnpm-lock.yaml', 'Gemfile.lock', 'x.lock.ts', 'lockfile.ts'].map(isLockFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
