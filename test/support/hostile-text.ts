/**
 * Texts that are made to keep an analyzer busy: nesting, repetition, what is opened and never closed, long chains. Each shape
 * is a function of a size in characters, so that growth can be measured.
 */

export interface HostileShape {
  readonly name: string;
  /** Says by its name which analyzers take it. */
  readonly path: string;
  make(characters: number): string;
}

const fill = (part: string, characters: number): string =>
  part.repeat(Math.max(1, Math.floor(characters / part.length)));

/** `head`, then `part` again and again, then `tail`. */
const repeated = (part: string, head = '', tail = ''): HostileShape['make'] => {
  return (characters) => `${head}${fill(part, characters - head.length - tail.length)}${tail}`;
};

const numbered = (line: (i: number) => string, head = '', tail = ''): HostileShape['make'] => {
  return (characters) => {
    const parts = [head];
    for (let size = head.length, i = 0; size < characters; i += 1) {
      const part = line(i);
      parts.push(part);
      size += part.length;
    }
    return [...parts, tail].join('');
  };
};

const nested = ([open, close]: readonly [string, string], head = '', middle = '', tail = ''): HostileShape['make'] => {
  return (characters) => {
    const depth = Math.max(1, Math.floor((characters - head.length - tail.length) / (open.length + close.length)));
    return `${head}${open.repeat(depth)}${middle}${close.repeat(depth)}${tail}`;
  };
};

const shapesOf = (
  extension: string,
  makers: Readonly<Record<string, HostileShape['make']>>,
  path = `src/hostile.${extension}`,
): readonly HostileShape[] =>
  Object.entries(makers).map(([name, make]) => ({ name: `${extension}: ${name}`, path, make }));

/** What can be written in any text that somebody takes for code. */
const ANY: Readonly<Record<string, HostileShape['make']>> = {
  'open parentheses': repeated('('),
  'open brackets': repeated('['),
  'open braces': repeated('{'),
  'closed braces': repeated('}'),
  'parentheses closed': nested(['(', ')'], 'x = ', '1', '\n'),
  'brackets closed': nested(['[', ']'], 'x = ', '1', '\n'),
  'double quotes': repeated('"'),
  'single quotes': repeated("'"),
  backticks: repeated('`'),
  'open comments': repeated('/* '),
  'open comment lines': repeated('/*\n'),
  slashes: repeated('/ '),
  backslashes: repeated('\\'),
  spaces: repeated(' ', 'x', 'y'),
  tabs: repeated('\t', 'x', 'y'),
  'empty lines': repeated('\n', 'x', 'y'),
  'spaced lines': repeated(' \n', 'x', 'y'),
  letters: repeated('a'),
  digits: repeated('1'),
  dashes: repeated('-'),
  underscores: repeated('_'),
  dots: repeated('.'),
  equals: repeated('='),
  'one long word of a secret': repeated('aB3', 'password = "', '"'),
  'keys of secrets': repeated('api_key='),
  'keys of secrets, spaced': repeated('secret :   '),
  'base64 line': repeated('QUJD', 'token: ', '=='),
  addresses: repeated('http://a:'),
  'addresses with names': repeated('https://user:pass@'),
  'mail addresses': repeated('a@b.'),
  'open tags': repeated('<a '),
  'open script tags': repeated('<script>'),
  'nested tags': nested(['<b>', '</b>']),
  'open templates': repeated('{{'),
  'open expressions': repeated('${'),
  'operators and names': repeated('a+', 'x = ', '1\n'),
  commas: repeated('a,', 'x = [', '1]\n'),
  'member chain': repeated('.a', 'x', '\n'),
  'call chain': repeated('.a()', 'x', '\n'),
  'many names': numbered((i) => `let v${i} = v${i - 1};\n`),
  'equal lines': repeated('doTheSame(with, these, arguments);\n'),
  'todo notes': repeated('// TODO fix this\n'),
};

const C_LIKE: Readonly<Record<string, HostileShape['make']>> = {
  'nested calls': nested(['f(', ')'], 'x = ', '1', ';\n'),
  'nested blocks': nested(['if (a) {', '}']),
  'else chain': repeated('else if (a) { b(); }\n', 'if (a) { b(); }\n'),
  'flat ifs': repeated('if (a) { b(); }\n'),
  'string sum': repeated('"a" + ', 'x = ', '"a";\n'),
  'sum of names': repeated('a + ', 'x = ', 'a;\n'),
  'nested functions': nested(['function f(a) { return ', '; }'], '', '1'),
  'many functions': numbered((i) => `function f${i}(a) { return f${i + 1}(a); }\n`),
  'conditional chain': repeated('a ? b : ', 'x = ', 'c;\n'),
  'assignment chain': repeated('a = ', '', '1;\n'),
  'negation chain': repeated('!', 'x = ', 'a;\n'),
};

const SCRIPT: Readonly<Record<string, HostileShape['make']>> = {
  ...C_LIKE,
  'nested arrows': nested(['(a) => (', ')'], 'x = ', '1', ';\n'),
  'nested objects': nested(['{ a: ', '}'], 'x = ', '1', ';\n'),
  'nested templates': nested(['`${', '}`'], 'x = ', '1', ';\n'),
  'tainted chain': numbered(
    (i) => `  const v${i + 1} = v${i} + 'a';\n`,
    'app.get("/", (req) => { const v0 = req.query.a;\n',
    '  exec(v1);\n});\n',
  ),
  'tainted branches': numbered(
    (i) => `  if (a${i}) x = x + req.query.a${i};\n`,
    "const { exec } = require('child_process');\nfunction f(req) { let x = '';\n",
    '  exec(x);\n}\n',
  ),
  'tainted sinks': numbered(
    (i) => `  exec('ls ' + req.query.a${i});\n`,
    "const { exec } = require('child_process');\nfunction f(req) {\n",
    '}\n',
  ),
  'calls that hand on': numbered(
    (i) => `function f${i}(a) { f${i + 1}(a); f${i + 2}(a); }\n`,
    "const { exec } = require('child_process');\nfunction run(req) { f0(req.query.a); exec(req.query.a); }\n",
  ),
  'regex of groups': nested(['(a', ')+'], 'x = /', '', '/;\n'),
  'regex of alternatives': repeated('a|', 'x = /(', 'a)+$/;\n'),
  'many regexes': repeated('x = /(a+)+$/;\n'),
  imports: numbered((i) => `import { a${i} } from './m${i}';\n`),
  exports: numbered((i) => `export const a${i} = 1;\n`),
  'type arguments': nested(['A<', '>'], 'type X = ', 'B', ';\n'),
  throws: repeated("throw new Error('error');\n"),
  catches: repeated('try { a(); } catch (e) {}\n'),
  'documented parameters': numbered((i) => `/** @param a${i} x */\nfunction f${i}(b${i}) {}\n`),
  'one documented function': numbered((i) => ` * @param a${i} text\n`, '/**\n', ' */\nfunction f(a) {}\n'),
  'many parameters': numbered((i) => `a${i}, `, 'function f(', 'z) {}\n'),
  minified: repeated('var a=function(b,c){return b&&c?d(b)[c]:e.f(g,"h"+b)};'),
};

const PYTHON: Readonly<Record<string, HostileShape['make']>> = {
  'nested calls': nested(['f(', ')'], 'x = ', '1', '\n'),
  'indented ifs': (characters) => {
    const lines: string[] = [];
    for (let size = 0, i = 0; size < characters; i += 1) {
      lines.push(`${' '.repeat(i)}if a:\n`);
      size += i + 6;
    }
    return `${lines.join('')}${' '.repeat(lines.length)}pass\n`;
  },
  'elif chain': repeated('elif a:\n  b()\n', 'if a:\n  b()\n'),
  'string sum': repeated('"a" + ', 'x = ', '"a"\n'),
  'nested formats': nested(['f"{', '}"'], 'x = ', '1', '\n'),
  'triple quotes': repeated('"""'),
  lambdas: repeated('lambda a: ', 'x = ', '1\n'),
  'tainted chain': numbered(
    (i) => `    v${i + 1} = v${i} + "a"\n`,
    'def f(request):\n    v0 = request.GET["a"]\n',
    '    os.system(v1)\n',
  ),
  decorators: repeated('@a\n', '', 'def f(): pass\n'),
  'many functions': numbered((i) => `def f${i}(a):\n    return f${i + 1}(a)\n`),
};

const SHELL: Readonly<Record<string, HostileShape['make']>> = {
  'open substitutions': repeated('$('),
  'nested substitutions': nested(['$(echo ', ')'], 'x=', '1', '\n'),
  'open here documents': numbered((i) => `cat <<E${i}\n`),
  'here documents': numbered((i) => `cat <<E${i}\na\nE${i}\n`),
  'nested ifs': nested(['if a; then\n', 'fi\n'], '', 'b\n'),
  'elif chain': repeated('elif a; then b\n', 'if a; then b\n', 'fi\n'),
  'open cases': repeated('case a in b) '),
  'open parameter expansions': repeated('${a:-'),
  pipes: repeated('a | ', '', 'a\n'),
  'and list': repeated('a && ', '', 'a\n'),
  'open tests': repeated('[[ a == '),
  arithmetics: nested(['((', '))'], 'x=$', '1', '\n'),
  'many commands': repeated('rm -rf "$1/"*\n'),
  'many variables': numbered((i) => `v${i}=$v${i - 1}\n`),
  functions: numbered((i) => `f${i}() { f${i + 1}; }\n`),
};

const MARKDOWN: Readonly<Record<string, HostileShape['make']>> = {
  emphasis: repeated('*a '),
  'emphasis closed': nested(['*a ', '*']),
  'strong mix': repeated('**a*'),
  'open links': repeated('['),
  'open link targets': repeated('[a]('),
  links: repeated('[a](b.md) '),
  images: repeated('![a](b.png) '),
  references: numbered((i) => `[a${i}]: http://b/${i}\n`),
  'reference uses': repeated('[a][b] '),
  quotes: repeated('> '),
  'quote lines': (characters) => `${'>'.repeat(Math.floor(characters / 2))} a\n${fill('> a\n', characters / 2)}`,
  'nested lists': (characters) => {
    const lines: string[] = [];
    for (let size = 0, i = 0; size < characters; i += 1) {
      lines.push(`${'  '.repeat(i)}- a\n`);
      size += 2 * i + 4;
    }
    return lines.join('');
  },
  fences: repeated('```\n'),
  headings: numbered((i) => `# Title ${i}\n\n`),
  'equal headings': repeated('## Title\n\n'),
  table: repeated('| a | b |\n', '| a | b |\n| - | - |\n'),
  'code spans': repeated('`a'),
  'code spans of growing length': (characters) => {
    const parts: string[] = [];
    for (let size = 0, i = 1; size < characters; i += 1) {
      parts.push(`${'`'.repeat(i)}a`);
      size += i + 1;
    }
    return parts.join('');
  },
  'html comments': repeated('<!-- '),
  'html processing': repeated('<?'),
  entities: repeated('&a'),
  commands: repeated('```sh\nnpm run a --flag\n```\n'),
  'paths in code': numbered((i) => `\`src/a${i}.ts\` `),
  footnotes: repeated('[^a]'),
};

const YAML: Readonly<Record<string, HostileShape['make']>> = {
  'flow lists': nested(['[', ']'], 'a: '),
  'flow maps': nested(['{a: ', '}'], 'a: ', '1'),
  'open flow maps': repeated('{a: '),
  'nested maps': (characters) => {
    const lines: string[] = [];
    for (let size = 0, i = 0; size < characters; i += 1) {
      lines.push(`${' '.repeat(i)}a:\n`);
      size += i + 3;
    }
    return lines.join('');
  },
  'nested sequences': repeated('- '),
  anchors: numbered((i) => `a${i}: &a${i} [${i === 0 ? '1' : `*a${i - 1}, *a${i - 1}`}]\n`),
  'merge keys': numbered((i) => `a${i}: &a${i}\n  <<: *a${Math.max(0, i - 1)}\n  b${i}: 1\n`),
  'many keys': numbered((i) => `a${i}: 1\n`),
  'equal keys': repeated('a: 1\n'),
  documents: repeated('---\na: 1\n'),
  steps: repeated(
    '      - run: echo ${{ github.event.issue.title }}\n',
    'on: issues\njobs:\n  a:\n    runs-on: x\n    steps:\n',
  ),
  'open expressions of a workflow': repeated(
    '${{ ',
    'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: ',
  ),
  'block text': repeated('  a\n', 'a: |\n'),
};

const JSON_SHAPES: Readonly<Record<string, HostileShape['make']>> = {
  arrays: nested(['[', ']']),
  objects: nested(['{"a":', '}'], '', '1'),
  'open objects': repeated('{"a":'),
  list: repeated('1,', '[', '1]'),
  'many keys': numbered((i) => `"a${i}":1,`, '{', '"z":1}'),
  'equal keys': repeated('"a":1,', '{', '"a":1}'),
};

const DOCKER: Readonly<Record<string, HostileShape['make']>> = {
  'continued lines': repeated('a \\\n', 'FROM a\nRUN '),
  'continued and empty': repeated('\\\n', 'FROM a\nRUN '),
  'here documents': numbered((i) => `RUN <<E${i}\n`, 'FROM a\n'),
  stages: numbered((i) => `FROM a${i} AS b${i}\n`),
  variables: repeated('${a:-', 'FROM a\nENV b='),
  commands: repeated('RUN apt-get update && curl http://a | sh\n', 'FROM a\n'),
  'one long command': repeated('a && ', 'FROM a\nRUN ', 'a\n'),
};

const TERRAFORM: Readonly<Record<string, HostileShape['make']>> = {
  'nested blocks': nested(['a {\n', '}\n']),
  'open blocks': repeated('resource "a" "b" {\n'),
  expressions: nested(['${', '}'], 'a = "', 'b', '"\n'),
  'here documents': numbered((i) => `a = <<E${i}\n`),
  lists: nested(['[', ']'], 'a = '),
  resources: numbered((i) => `resource "aws_s3_bucket" "b${i}" {\n  acl = "public-read"\n}\n`),
};

const HTML: Readonly<Record<string, HostileShape['make']>> = {
  tags: nested(['<div>', '</div>']),
  'open attributes': repeated('a="', '<div '),
  attributes: repeated('a="b" ', '<div ', '>'),
  images: repeated('<img src=a>\n'),
  inputs: numbered((i) => `<input id="a${i}">\n`),
  labels: numbered((i) => `<label for="a${i}">b</label><input id="a${i}">\n`),
  scripts: repeated('<script>a()</script>\n'),
  'open comments': repeated('<!--'),
  entities: repeated('&lt;'),
  handlers: repeated('<a onclick="b()">c</a>\n'),
};

const of = (
  extensions: readonly string[],
  makers: Readonly<Record<string, HostileShape['make']>>,
): readonly HostileShape[] => extensions.flatMap((extension) => shapesOf(extension, { ...ANY, ...makers }));

const PHP_HEAD = '<?php\n';
const php = Object.fromEntries(
  Object.entries({ ...ANY, ...C_LIKE }).map(([name, make]) => [
    name,
    (characters: number) => `${PHP_HEAD}${make(characters).replaceAll(/\b([abvx])(?=\b)/gu, '$$$1')}`,
  ]),
);

const RUBY: Readonly<Record<string, HostileShape['make']>> = {
  'nested ifs': nested(['if a\n', 'end\n'], '', 'b\n'),
  'here documents': numbered((i) => `a <<~E${i}\n`),
  'percent literals': repeated('%w('),
  'nested strings': nested(['"#{', '}"'], 'x = ', '1', '\n'),
  blocks: nested(['a { ', '}'], '', '1', '\n'),
  'nested definitions': nested(['def a\n', 'end\n']),
};

/** All shapes, by the kind of file they are written as. */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  ...of(['ts', 'js', 'tsx'], SCRIPT),
  ...of(['py'], PYTHON),
  ...of(['go', 'java', 'cs', 'c'], C_LIKE),
  ...of(['rs', 'kt'], C_LIKE),
  ...of(['rb'], RUBY),
  ...shapesOf('php', php),
  ...of(['sh'], SHELL),
  ...of(['md'], MARKDOWN),
  ...of(['html', 'vue', 'erb'], HTML),
  ...shapesOf('yml', { ...ANY, ...YAML }, '.github/workflows/hostile.yml'),
  ...shapesOf('yaml', { ...ANY, ...YAML }, 'deploy/hostile.yaml'),
  ...shapesOf('json', { ...ANY, ...JSON_SHAPES }, 'package.json'),
  ...shapesOf('lock', { ...ANY, ...JSON_SHAPES }, 'package-lock.json'),
  ...shapesOf('yarn', { ...ANY, ...YAML }, 'yarn.lock'),
  ...shapesOf('dockerfile', { ...ANY, ...DOCKER }, 'Dockerfile'),
  ...of(['tf'], TERRAFORM),
  ...shapesOf('requirements', ANY, 'requirements.txt'),
  ...shapesOf('env', ANY, '.env'),
  ...shapesOf('gradle', ANY, 'build.gradle'),
  ...shapesOf('mod', ANY, 'go.mod'),
  ...shapesOf('xml', { ...ANY, ...HTML }, 'pom.xml'),
  ...shapesOf('toml', ANY, 'pyproject.toml'),
];
