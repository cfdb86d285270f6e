/**
 * Changes with a known flaw, made from templates: five languages, eight kinds of flaw, files of several sizes. Each names the text
 * of the flaw and what else has to be seen to recognise it: a removed line, a constant, a function elsewhere, a caller. The same
 * number always makes the same change.
 */

export interface SeededChange {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  /** The changed file. */
  readonly path: string;
  readonly base: string;
  readonly head: string;
  /** Files around it. */
  readonly others: Readonly<Record<string, string>>;
  /** Text of the flaw and of what is needed to see it. */
  readonly needs: readonly string[];
}

interface Language {
  readonly name: string;
  readonly path: (module: string) => string;
  /** A whole file: imports of modules, then the parts. */
  readonly file: (module: string, imports: readonly string[], parts: readonly string[]) => string;
  readonly fn: (name: string, parameters: readonly string[], body: readonly string[]) => string;
  readonly constant: (name: string, value: string) => string;
  readonly set: (name: string, value: string) => string;
  readonly give: (value: string) => string;
  readonly when: (condition: string, then: string) => string;
  /** A function of another module, called. */
  readonly call: (module: string, name: string, args: string) => string;
  readonly line: (statement: string) => string;
  readonly case: (words: string) => string;
}

const camel = (words: string): string => words.replace(/ (\w)/gu, (_, letter: string) => letter.toUpperCase());
const pascal = (words: string): string => camel(` ${words}`).trim();
const snake = (words: string): string => words.replaceAll(' ', '_');
const indent = (lines: readonly string[], by: string): string => lines.map((line) => `${by}${line}`).join('\n');

const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    path: (module) => `src/${module}.ts`,
    file: (_module, imports, parts) =>
      [...imports.map((each) => `import * as ${each} from './${each}.ts';`), '', parts.join('\n\n'), ''].join('\n'),
    fn: (name, parameters, body) =>
      `export function ${name}(${parameters.map((each) => `${each}: string`).join(', ')}): string {\n${indent(body, '  ')}\n}`,
    constant: (name, value) => `const ${name} = ${value};`,
    set: (name, value) => `const ${name} = ${value};`,
    give: (value) => `return ${value};`,
    when: (condition, then) => `if (${condition}) { ${then} }`,
    call: (module, name, args) => `${module}.${name}(${args})`,
    line: (statement) => `${statement};`,
    case: camel,
  },
  {
    name: 'python',
    path: (module) => `app/${module}.py`,
    file: (_module, imports, parts) =>
      [...imports.map((each) => `from app import ${each}`), '', parts.join('\n\n\n'), ''].join('\n'),
    fn: (name, parameters, body) => `def ${name}(${parameters.join(', ')}):\n${indent(body, '    ')}`,
    constant: (name, value) => `${name} = ${value}`,
    set: (name, value) => `${name} = ${value}`,
    give: (value) => `return ${value}`,
    when: (condition, then) => `if ${condition}: ${then}`,
    call: (module, name, args) => `${module}.${name}(${args})`,
    line: (statement) => statement,
    case: snake,
  },
  {
    name: 'go',
    path: (module) => `shop/${module}.go`,
    file: (_module, _imports, parts) => ['package shop', '', parts.join('\n\n'), ''].join('\n'),
    fn: (name, parameters, body) =>
      `func ${name}(${parameters.map((each) => `${each} string`).join(', ')}) string {\n${indent(body, '\t')}\n}`,
    constant: (name, value) => `var ${name} = ${value}`,
    set: (name, value) => `${name} := ${value}`,
    give: (value) => `return ${value}`,
    when: (condition, then) => `if ${condition} { ${then} }`,
    call: (_module, name, args) => `${name}(${args})`,
    line: (statement) => statement,
    case: camel,
  },
  {
    name: 'java',
    path: (module) => `src/main/java/shop/${pascal(module)}.java`,
    file: (module, _imports, parts) =>
      ['package shop;', '', `class ${pascal(module)} {`, indent(parts.join('\n\n').split('\n'), '  '), '}', ''].join(
        '\n',
      ),
    fn: (name, parameters, body) =>
      `static String ${name}(${parameters.map((each) => `String ${each}`).join(', ')}) {\n${indent(body, '  ')}\n}`,
    constant: (name, value) => `static final Object ${name} = ${value};`,
    set: (name, value) => `var ${name} = ${value};`,
    give: (value) => `return ${value};`,
    when: (condition, then) => `if (${condition}) { ${then} }`,
    call: (module, name, args) => `${pascal(module)}.${name}(${args})`,
    line: (statement) => `${statement};`,
    case: camel,
  },
  {
    name: 'ruby',
    path: (module) => `lib/${module}.rb`,
    file: (module, imports, parts) =>
      [
        ...imports.map((each) => `require_relative '${each}'`),
        '',
        `module ${pascal(module)}`,
        indent(parts.join('\n\n').split('\n'), '  '),
        'end',
        '',
      ].join('\n'),
    fn: (name, parameters, body) => `def self.${name}(${parameters.join(', ')})\n${indent(body, '  ')}\nend`,
    constant: (name, value) => `${name} = ${value}`,
    set: (name, value) => `${name} = ${value}`,
    give: (value) => `return ${value}`,
    when: (condition, then) => `${then} if ${condition}`,
    call: (module, name, args) => `${pascal(module)}.${name}(${args})`,
    line: (statement) => statement,
    case: snake,
  },
];

interface Draft {
  readonly language: Language;
  readonly path: string;
  /** Functions around the flaw. */
  readonly fill: (count: number) => readonly string[];
}

interface Flaw {
  readonly imports?: readonly string[];
  /** At the head of the file. */
  readonly constants?: readonly string[];
  /** Functions that stand far from the changed one. */
  readonly helpers?: readonly string[];
  readonly before: string;
  readonly after: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
}

const NOUNS = ['invoice', 'parcel', 'ticket', 'account', 'report', 'coupon', 'device', 'article'] as const;
const VERBS = ['load', 'sort', 'merge', 'check', 'format', 'count', 'rename', 'archive'] as const;

/** What follows is fixed by its number. */
function createNumbers(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** A function that has nothing to do with the flaw. */
function fillFunction(
  { fn, set, give, when, case: name }: Language,
  i: number,
  next: (below: number) => number,
): string {
  const noun = NOUNS[next(NOUNS.length)] ?? 'item';
  const verb = VERBS[next(VERBS.length)] ?? 'use';
  const steps = Array.from({ length: 3 + next(8) }, (_, step) =>
    set(name(`${noun} step ${i}${step}`), `"${verb} ${noun} number ${step} of the list"`),
  );
  return fn(
    name(`${verb} ${noun} ${i}`),
    [name(`${noun} id`)],
    [...steps, when(`${name(`${noun} id`)} == ""`, give('"nothing to do here"')), give(name(`${noun} step ${i}0`))],
  );
}

const FLAWS: Readonly<Record<string, (draft: Draft) => Flaw>> = {
  injection({ language: { fn, set, give, case: name, line } }) {
    const make = (query: string): string =>
      fn(
        name('find orders'),
        [name('customer name')],
        [set(name('query text'), query), line(`${name('log query')}(${name('query text')})`), give(name('query text'))],
      );
    const flawed = `"select * from orders where name = '" + ${name('customer name')} + "'"`;
    return { before: make('"select * from orders"'), after: make(flawed), needs: [flawed, name('find orders')] };
  },
  'removed-check'({ language: { fn, set, give, when, case: name } }) {
    const check = when(`${name('is admin')}(${name('user id')}) == ""`, give('"forbidden: not an administrator"'));
    const make = (checks: readonly string[]): string =>
      fn(
        name('delete account'),
        [name('user id')],
        [set(name('account row'), '"delete from accounts"'), ...checks, give(name('account row'))],
      );
    return {
      before: make([check]),
      after: make([]),
      needs: ['forbidden: not an administrator', name('delete account')],
    };
  },
  'callee-elsewhere'({ language }) {
    const { fn, set, give, call, case: name, path, file } = language;
    const runs = give(`"sh -c " + ${name('command text')}`);
    const make = (value: string): string =>
      fn(
        name('make archive'),
        [name('folder name')],
        [set(name('archive result'), value), give(name('archive result'))],
      );
    const flawed = call('runner', name('run command'), `"tar cf " + ${name('folder name')}`);
    return {
      imports: ['runner'],
      before: make('"not yet"'),
      after: make(flawed),
      others: {
        [path('runner')]: file(
          'runner',
          [],
          [fn(name('other command'), ['x'], [give('x')]), fn(name('run command'), [name('command text')], [runs])],
        ),
      },
      needs: [flawed, runs],
    };
  },
  'caller-elsewhere'({ language, path: own }) {
    const { fn, set, give, when, call, case: name, path, file } = language;
    const make = (missing: string): string =>
      fn(
        name('find label'),
        [name('label id')],
        [when(`${name('label id')} == ""`, give(missing)), give(`"label " + ${name('label id')}`)],
      );
    const use = call(moduleOf(own), name('find label'), `${name('print id')}`);
    return {
      before: make('"unknown"'),
      after: make('"" + "null"'),
      others: {
        [path('printing')]: file(
          'printing',
          [moduleOf(own)],
          [
            fn(
              name('print label'),
              [name('print id')],
              [set(name('label text'), `${use} + "!"`), give(name('label text'))],
            ),
          ],
        ),
      },
      needs: ['"" + "null"', use],
    };
  },
  constant({ language: { fn, set, give, constant, case: name } }) {
    const limit = constant('TIMEOUT_MILLISECONDS', '45000');
    const make = (value: string): string =>
      fn(name('wait for reply'), [name('reply id')], [set(name('wait seconds'), value), give(name('reply id'))]);
    return {
      constants: [limit],
      before: make('45'),
      after: make('TIMEOUT_MILLISECONDS'),
      needs: [limit, `${name('wait seconds')}`],
    };
  },
  helper({ language: { fn, set, give, case: name } }) {
    const body = give(`"<b>" + ${name('raw text')} + "</b>"`);
    const make = (value: string): string =>
      fn(name('show comment'), [name('comment text')], [set(name('comment html'), value), give(name('comment html'))]);
    return {
      helpers: [fn(name('make bold'), [name('raw text')], [body])],
      before: make('"<i></i>"'),
      after: make(`${name('make bold')}(${name('comment text')})`),
      needs: [body, `${name('make bold')}(${name('comment text')})`],
    };
  },
  'caller-here'({ language: { fn, set, give, case: name } }) {
    const make = (value: string): string =>
      fn(name('price of'), [name('price id')], [set(name('price value'), value), give(name('price value'))]);
    const use = set(name('total euros'), `${name('price of')}(${name('total id')}) + " euros"`);
    return {
      helpers: [fn(name('total of'), [name('total id')], [use, give(name('total euros'))])],
      before: make('"12.00"'),
      after: make('"1200 in cents"'),
      needs: ['1200 in cents', use],
    };
  },
  'long-function'({ language: { fn, set, give, when, line, case: name } }) {
    const lock = line(`${name('take lock')}(${name('import id')})`);
    const steps = (from: number): readonly string[] =>
      Array.from({ length: 60 }, (_, i) => set(name(`import step ${from + i}`), `"row ${from + i} of the import"`));
    const early = when(`${name('import id')} == "skip"`, give('"left while it is locked"'));
    const make = (added: readonly string[]): string =>
      fn(
        name('import rows'),
        [name('import id')],
        [
          lock,
          ...steps(0),
          ...added,
          ...steps(100),
          line(`${name('free lock')}(${name('import id')})`),
          give(name('import step 0')),
        ],
      );
    return { before: make([]), after: make([early]), needs: [lock, 'left while it is locked'] };
  },
};

const moduleOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\..*$/u, '').toLowerCase();

export const SEEDED_CHANGES = LANGUAGES.length * Object.keys(FLAWS).length * 5;

/** Change number `i`, from 0. */
export function makeSeededChange(i: number): SeededChange {
  const language = LANGUAGES[i % LANGUAGES.length] as Language;
  const kinds = Object.keys(FLAWS);
  const kind = kinds[Math.floor(i / LANGUAGES.length) % kinds.length] ?? '';
  const variant = Math.floor(i / (LANGUAGES.length * kinds.length));
  const next = createNumbers(i + 1);
  const path = language.path('service');
  const fill = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => fillFunction(language, at + 100 * next(90), next));
  const flaw = (FLAWS[kind] as (draft: Draft) => Flaw)({ language, path, fill });
  // From about 200 to 700 lines: flaws in long functions stand in long files.
  const size = 14 + 8 * variant + next(6) + (kind === 'long-function' ? 20 : 0);
  const above = fill(1 + next(size));
  const below = fill(Math.max(4, size - above.length));
  const make = (changed: string): string =>
    language.file('service', flaw.imports ?? [], [
      ...(flaw.constants ?? []),
      ...above.slice(0, 2),
      ...(flaw.helpers ?? []),
      ...above.slice(2),
      ...below.slice(2),
      changed,
      ...below.slice(0, 2),
    ]);
  return {
    id: `${language.name} ${kind} ${variant + 1}`,
    language: language.name,
    kind,
    path,
    base: make(flaw.before),
    head: make(flaw.after),
    others: flaw.others ?? {},
    needs: flaw.needs,
  };
}
