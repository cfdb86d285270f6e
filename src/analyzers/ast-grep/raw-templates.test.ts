import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { findRawTemplate, writesRaw } from './raw-templates.ts';

test.each([
  ['<h1>{{ q|safe }}</h1>', true],
  ['{{ q.title | upper | safe }}', true],
  ['{% autoescape off %}<b>{{ q }}</b>{% endautoescape %}', true],
  ['<%- q %>', true],
  ['{{{ q }}} or {{& q}}', true],
  ['p\n  != q', true],
  ['p !{q}', true],
  ['{!! $q !!}', true],
  ['<p th:utext="${q}"></p>', true],
  ['<h1>{{ q }}</h1>', false],
  ['{{ other|safe }}{{ q }}', false],
  ['{{ q|escape|safe }}', false],
  ['{{ q|tojson|safe }}', false],
  ['<%= q %><%- include("q") %>', false],
  ['{{ q }}{!! $other !!}', false],
  ['{% autoescape off %}x{% endautoescape %}{{ q }}', false],
  ['if (p != q) {}', false],
])('%s writes the variable as it is: %s', (template, expected) => {
  expect(writesRaw(template, 'q')).toBe(expected);
});

const files: Readonly<Record<string, string>> = {
  'app/templates/page.html': '{{ q|safe }}',
  'other/templates/page.html': '{{ q }}',
  'resources/views/users/show.blade.php': '{!! $q !!}',
};
const snapshot = {
  paths: async () => new Set(Object.keys(files)),
  read: async (path: string) => ({ kind: 'text', text: files[path] ?? '', bytes: 0 }),
} as unknown as Snapshot;

test.each([
  ['page.html', 'q', 'app/templates/page.html'],
  ['users.show', 'q', 'resources/views/users/show.blade.php'],
  ['page.html', 'name', null],
  ['missing.html', 'q', null],
  ['../../page.html', 'q', null],
])('%s with %s is %s', async (name, key, expected) => {
  expect(await findRawTemplate(snapshot, name, key, 'app/views.py')).toBe(expected);
});

test('any template is answered', () => {
  const part = fc.constantFrom('{{', '}}', '|safe', ' q ', '<%-', '%>', '{%', 'autoescape off', '\n', '{!!');
  fc.assert(fc.property(fc.array(part), (parts) => typeof writesRaw(parts.join(''), 'q') === 'boolean'));
});
