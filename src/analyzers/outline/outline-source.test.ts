import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutlineSource } from './outline-source.ts';

const outline = await createOutlineSource();

const SOURCES: Readonly<Record<string, string>> = {
  javascript:
    "import a, { b as c } from './x.js';\nconst { d, e: f } = require('y');\nexport const g = async (h, i = 1) => d(h, `x${i}`, { k: 1 });\nclass J extends K { l() { return this.m(); } }\nmodule.exports = { g };\n",
  typescript:
    '@Controller("x")\nexport class A {\n  constructor(private readonly s: Svc<T>) {}\n  @Get(":id") find(@Param("id") id: string): X { return this.s.find(id as Y); }\n}\nexport * from "./b";\n',
  python:
    'from .a import (b as c, d)\nimport os.path\n@app.route("/x", methods=["GET"])\ndef f(self, a: int, *b, c=1):\n    return os.system(f"{a}")\nclass G(H, metaclass=I):\n    j: int = k()\n',
  go: 'package main\nimport m "a/b"\ntype S struct{ db *sql.DB }\nfunc (s *S) Find(a, b string) error { x := s.db.Query(a); go func() { m.Do(x) }(); return nil }\n',
  java: 'package a.b;\nimport c.D;\n@RequestMapping("/x")\npublic class E extends F implements G {\n  private final H h;\n  @GetMapping(value = "/y") public List<I> j(@PathVariable Long k) { return h.l(k); }\n}\n',
  ruby: "class A < B\n  before_action :c, only: [:d]\n  def e(f, g = 1)\n    @h = I.find(params[:j])\n  end\nend\nget '/x' do |k| l k end\n",
  php: '<?php namespace A\\B; use C\\D as E; class F extends G { #[Route("/x")] public function h(Request $r) { return $this->i->j($r->get("k")); } }',
  csharp:
    'using A.B;\nnamespace C;\n[Route("x")]\npublic class D : E { readonly F f; [HttpGet("{id}")] public G H(int id) => f.I(id); }\n',
  kotlin:
    'package a.b\nimport c.D\n@RequestMapping("/x")\nclass E(private val h: H) : F(), G {\n  @GetMapping("/y") fun j(@PathVariable k: Long): List<I> = h.l(k)\n}\n',
  rust: 'use std::{fs, io::{self, Read as R}};\nstruct S { db: Pool }\n#[get("/x")]\nasync fn f(Path(id): Path<String>, mut n: u8) -> String { let x = g(&id); fs::read(x) }\nimpl S { fn find(&self, a: &str) -> u8 { self.db.query(a) } }\n',
  c: '#include <stdio.h>\nint f(char *a, int b) { return system(a); }\n',
};

const languages = Object.keys(SOURCES);

test.each(languages)('%s: spans lie in the text, inside each other and in order', (language) => {
  const text = SOURCES[language] ?? '';
  const made = outline({ path: 'x', language, text });
  expect(made?.calls.length).toBeGreaterThan(0);
  for (const { start, end, line, endLine, owner } of [...(made?.calls ?? []), ...(made?.functions ?? [])]) {
    expect([start >= 0, start < end, end <= text.length, line >= 1, line <= endLine]).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    const around = made?.functions[owner];
    if (around) expect(around.start <= start && end <= around.end).toBe(true);
  }
  const starts = made?.calls.map(({ start }) => start) ?? [];
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});

test('Rust and Kotlin: declarations with their classes, parameters, decorators and imports', () => {
  const read = (language: string) => {
    const made = outline({ path: 'x', language, text: SOURCES[language] ?? '' });
    return {
      imports: made?.imports.map(({ local, module, member }) => [local, module, member]),
      functions: made?.functions.map(({ name, className, parameters, decorators }) => [
        className,
        name,
        parameters.map((each) => each.name),
        decorators.map((each) => [each.name, each.arguments[0]?.value ?? null]),
      ]),
    };
  };
  expect([read('rust'), read('kotlin')]).toEqual([
    {
      imports: [
        ['fs', 'std', 'fs'],
        ['io', 'std', 'io'],
        ['R', 'std::io', 'Read'],
      ],
      functions: [
        ['', 'f', ['id', 'n'], [['get', '/x']]],
        ['S', 'find', ['self', 'a'], []],
      ],
    },
    {
      imports: [['D', 'c', 'D']],
      functions: [
        [
          'E',
          'j',
          ['k'],
          [
            ['GetMapping', '/y'],
            ['PathVariable', null],
          ],
        ],
      ],
    },
  ]);
});

test('what a file declares, calls, imports and exports', () => {
  const made = outline({ path: 'a.js', language: 'javascript', text: SOURCES.javascript ?? '' });
  expect(made?.imports.map(({ local, module, member }) => [local, module, member])).toEqual([
    ['a', './x.js', 'default'],
    ['c', './x.js', 'b'],
    ['d', 'y', 'd'],
    ['f', 'y', 'e'],
  ]);
  expect(made?.exports.map(({ name, local }) => [name, local])).toEqual([
    ['g', 'g'],
    ['g', 'g'],
  ]);
  expect(
    made?.functions.map(({ name, className, parameters }) => [className, name, parameters.map((each) => each.name)]),
  ).toEqual([
    ['', 'g', ['h', 'i']],
    ['J', 'l', []],
  ]);
  expect(
    made?.calls.map(({ callee, arguments: given }) => [callee, given.map(({ kind, value }) => value ?? kind)]),
  ).toEqual([
    ['require', ['y']],
    ['d', ['name', 'text', 'record']],
    ['this.m', []],
  ]);
});

test('any text is outlined or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages, 'cobol'), fc.string({ maxLength: 300 }), (language, text) => {
      const made = outline({ path: 'x', language, text });
      return made === null || made.path === 'x';
    }),
    { numRuns: 200 },
  );
});

test('pieces of real code are outlined too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.nat(300), fc.nat(300), (language, a, b) => {
      const text = (SOURCES[language] ?? '').slice(Math.min(a, b), Math.max(a, b));
      const made = outline({ path: 'x', language, text });
      return made?.calls.every(({ start, end }) => start >= 0 && end <= text.length) === true;
    }),
    { numRuns: 300 },
  );
});

test('no grammar, packed code or too much of it: no outline', () => {
  expect(outline({ path: 'a', language: null, text: 'x' })).toBeNull();
  expect(outline({ path: 'a.sh', language: 'bash', text: 'x' })).toBeNull();
  expect(outline({ path: 'a.js', language: 'javascript', text: 'a();'.repeat(20_000) })).toBeNull();
  expect(outline({ path: 'a.js', language: 'javascript', text: 'a();\n'.repeat(250_000) })).toBeNull();
});

test('deep nesting takes no time to speak of', () => {
  const deep = `${'f('.repeat(10_000)}${')'.repeat(10_000)}`;
  const start = process.cpuUsage().user;
  outline({ path: 'a.js', language: 'javascript', text: deep });
  expect((process.cpuUsage().user - start) / 1000).toBeLessThan(3_000);
});
