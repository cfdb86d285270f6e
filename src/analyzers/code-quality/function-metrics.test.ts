import { describe, expect, test } from 'vitest';
import { maskSource } from '../source-text/mask-source.ts';
import { findFunctions } from './function-blocks.ts';
import { measureFunction } from './function-metrics.ts';

/** `name lines/paths/depth` of every function, in the order of the text. */
function measure(language: string, text: string): readonly string[] | null {
  const { code } = maskSource(text, language);
  const blocks = findFunctions(code, language);
  if (!blocks) return null;
  return [...blocks]
    .sort((a, b) => a.start - b.start)
    .map((block) => {
      const { lines, paths, depth } = measureFunction(block, code, language);
      return `${block.name} ${lines}/${paths}/${depth}`;
    });
}

describe('functions and their measures', () => {
  const cases: readonly (readonly [
    name: string,
    language: string,
    text: string,
    expected: readonly string[] | null,
  ])[] = [
    ['plain function', 'javascript', 'function f(a) {\n  return a;\n}', ['f 2/1/0']],
    [
      'arrow, method, getter',
      'typescript',
      'const a = (x: number): string => {};\nclass B {\n  get c(): number { return 1; }\n  async d<T>(e: T) {}\n}',
      ['a 1/1/0', 'c 1/1/0', 'd 1/1/0'],
    ],
    [
      'inner functions are not the outer one',
      'javascript',
      'function f() {\n  g(() => {\n    if (a) b();\n  });\n}',
      ['f 3/1/0', '(anonymous) 2/2/0'],
    ],
    [
      'branches and nesting',
      'typescript',
      'function f(a) {\n  for (const b of a) {\n    if (b && c || d) {\n      e();\n    } else {\n    }\n  }\n  return a ? 1 : 2;\n}',
      ['f 8/6/2'],
    ],
    [
      'a switch counts once',
      'javascript',
      "function f(a) {\n  switch (a) {\n    case 1: return 'if';\n    case 2: return 2;\n  }\n}",
      ['f 5/2/1'],
    ],
    [
      'type literals in a header',
      'typescript',
      'function f(a: { b: string }): { c: number } {\n  return { c: 1 };\n}',
      ['f 2/1/0'],
    ],
    ['object literals are no blocks', 'javascript', 'const a = { b: { c: 1 }, d() { return 1; } };', ['d 1/1/0']],
    [
      'Go with receiver, literal and results',
      'go',
      'type F func(int) error\ntype S struct {\n\ta int\n}\n\nfunc (s *S) Run(a int) (int, error) {\n\tif a > 1 && s.a < 2 {\n\t\tgo func() {\n\t\t}()\n\t}\n\treturn 0, nil\n}',
      ['Run 5/3/1', '(anonymous) 1/1/0'],
    ],
    [
      'Java with annotation and throws',
      'java',
      'class A {\n  @Get(path = "/")\n  public <T> List<T> find(int a) throws X, Y {\n    if (a > 1) { return null; }\n    try { b(); } catch (E e) { }\n    return new ArrayList<>() {};\n  }\n}',
      ['find 4/3/1'],
    ],
    [
      'C with macro and initialiser',
      'c',
      'static int a[] = { 1, 2 };\nint main(int argc, char **argv) {\n  FOREACH(x) {\n    while (1) { }\n  }\n}',
      ['main 4/2/1'],
    ],
    [
      'Rust with where and match',
      'rust',
      "fn f<'a, T>(x: &'a T) -> i32\nwhere T: Copy\n{\n  if let Some(y) = x { 1 } else { 2 }\n}",
      ['f 2/2/1'],
    ],
    ['PHP', 'php', '<?php\nfunction f($a) {\n  foreach ($a as $b) { if ($b) { } }\n}', ['f 2/3/2']],
    ['Kotlin', 'kotlin', 'fun String.f(a: Int): Int {\n  return if (a > 1) { 1 } else { 2 }\n}', ['f 2/2/1']],
    [
      'Python with nested function and continued lines',
      'python',
      'def f(\n    a,\n    b,\n):\n    """if for"""\n    for c in a:\n        if c and b:\n            d()\n    def g():\n        return 1\n    return 2\n\nx = 1\n',
      ['f 5/4/2', 'g 1/1/0'],
    ],
    [
      'Ruby',
      'ruby',
      'class A\n  def f(a)\n    if a\n      b\n    end\n  end\n\n  def g\n  end\nend\n',
      ['f 4/2/1', 'g 1/1/0'],
    ],
    ['Bash', 'bash', 'f() {\n  if [ -z "$1" ]; then\n    echo "{"\n  fi\n}\ng', ['f 4/2/1']],
    ['unbalanced braces say nothing', 'javascript', 'function f() { if (a) {', null],
  ];

  test.each(cases)('%s', (_name, language, text, expected) => {
    expect(measure(language, text)).toEqual(expected);
  });
});
