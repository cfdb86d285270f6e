import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractScripts, fillTags } from './inline-scripts.ts';

test('keeps script code where it stands and blanks the rest', () => {
  const page = '<p>a\n<SCRIPT>x();</script>b<script type="module">\ny</script>';
  const code = extractScripts(page) ?? '';
  expect(code.trim().split(/\s+/u)).toEqual(['x();', 'y']);
  expect([code.length, code.indexOf('x();'), code.indexOf('\ny')]).toEqual([
    page.length,
    page.indexOf('x();'),
    page.indexOf('\ny'),
  ]);
});

test.each([
  ['<div v-html="a.b"></div>', '      ;$html(a.b)       '],
  ["<p v-bind:innerHTML='x'>", '              ;$html(x) '],
  ['<a :href="to">', '   ;$link(to) '],
  ['<p>{@html text}</p>', '   ;$html(text)    '],
  ['<a onclick="f(&quot;a&quot;)">', '   ;        f(     "a     "); '],
  ["<a href='javascript:f()'>", '   ;     javascript:f(); '],
])('%s reads as code', (page, code) => {
  expect(extractScripts(page)).toBe(code);
});

test('what the server runs of an EJS template is code, and goes on in the next tag', () => {
  const template = '<% if (a) { %><b><%= b %></b><% } else { %>x<% } %><%# c %><%% d %>';
  const code = extractScripts(template, true);
  expect(code).toBe('   if (a) {          b ;        } else {       }                   ');
  expect(extractScripts(template)).toBeNull();
});

test.each([
  ['no script at all', '<p>eval(x)</p>'],
  ['data in a script', '<script type="application/json">{"a": 1}</script>'],
  ['a script from elsewhere', '<script src="a.js"></script>'],
])('%s is no code', (_name, page) => {
  expect(extractScripts(page)).toBeNull();
});

test.each([
  ['a value', 'var a = {{ x | tojson }};', 'var a = ________________;'],
  ['an argument', 'f({{ a }}, <%= b %>)', 'f(_______, ________)'],
  ['a value of PHP', 'var a = <?= $b ?>;', 'var a = _________;'],
  ['statements and comments', '{% if a %}x();{# b #}', '          x();       '],
  [
    'statements of EJS and Handlebars',
    '<% if (a) { %>x();<% } %>{{#if b}}y();{{/if}}',
    '              x();                y();       ',
  ],
  ['a value of EJS that is not escaped', 'var a = <%- b %>;', 'var a = ________;'],
  ['a block that is code', 'a();{{ evil() }}', 'a();{{ evil() }}'],
  ['a tag without an end', 'var a = {{ b;\n}}', 'var a = {{ b;\n}}'],
])('%s of a template is filled with as many characters', (_name, script, filled) => {
  expect(fillTags(script)).toBe(filled);
});

test('any page keeps its length and its lines', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<script>',
          '</script>',
          '<script type=x>',
          'a\n',
          '😀',
          'İ',
          '<script',
          '<',
          ' v-html="',
          'x"',
          '{@html ',
          '}',
          ' onclick="',
          ' href="javascript:',
          '&quot;',
          '<%',
          '%>',
        ),
      ),
      (parts) => {
        const page = parts.join('');
        const code = extractScripts(page, true);
        return code === null || (code.length === page.length && code.split('\n').length === page.split('\n').length);
      },
    ),
  );
});

test('tags that never end are read in linear time', () => {
  const started = process.cpuUsage();
  extractScripts('<script'.repeat(50_000));
  extractScripts(`${'<script'.repeat(50_000)}>`);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});
