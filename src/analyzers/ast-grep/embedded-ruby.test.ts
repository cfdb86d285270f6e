import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { astGrep } from './declaration.ts';
import { extractRuby } from './embedded-ruby.ts';

const NO_SNAPSHOT = {} as Snapshot;

test.each([
  ['<p>plain</p>', null],
  ['<%# note %>', null],
  ['<%# old: <%= raw(params[:x]) %>', null],
  ['<%% text %> <%= name %>', `${' '.repeat(16)}name ; `],
  ['<p><%= name %></p>', '       name ;     '],
  ['<%== html %>', 'raw  html ; '],
  ['<% if ok -%>\nx\n<% end %>', '   if ok  ; \n \n   end ; '],
])('%j gives %j', (template, ruby) => {
  expect(extractRuby(template)).toBe(ruby);
});

test('keeps every line where it was, whatever the template', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('<%', '%>', '=', '#', '-', '\n', ' x ', '"')), (parts) => {
      const template = parts.join('');
      const ruby = extractRuby(template);
      if (ruby === null) return;
      expect(ruby.length).toBe(template.length);
      expect(ruby.split('\n').length).toBe(template.split('\n').length);
    }),
  );
});

test('half a megabyte of openings is read once', () => {
  for (const opening of ['<%#', '<%%', '<%', '<%='])
    expect(extractRuby(`${opening.repeat(170_000)}%>`)?.length ?? 0).toBeLessThan(600_000);
});

test('a template is matched by the Ruby rules, at its own lines', async () => {
  const analyzer = openAnalyzer(astGrep);
  const file = { path: 'app/views/show.html.erb', language: 'template', changed: null };
  expect(analyzer.accepts(file.path, file.language, 'security-reviewer')).toBe(true);
  expect(analyzer.accepts('page.haml', file.language, 'security-reviewer')).toBe(false);
  const text = '<h1>Profile</h1>\n<p><%= params[:name] %></p>\n<p><%== params[:bio] %></p>\n';
  const { findings } = await analyzer.scan([{ ...file, text }], NO_SNAPSHOT, new AbortController().signal);
  expect(findings.map(({ rule, line, evidence }) => ({ rule, line, evidence }))).toEqual([
    { rule: 'ruby-unescaped-html', line: 3, evidence: '<p><%== params[:bio] %></p>' },
  ]);
});
