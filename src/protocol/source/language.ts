/** Languages by file name. `source` languages need an analyzer to count as reviewed; the other kinds do not. */

export type LanguageKind = 'source' | 'markup' | 'style' | 'data' | 'prose';

export interface Language {
  readonly name: string;
  readonly kind: LanguageKind;
  readonly extensions: readonly string[];
  readonly fileNames?: readonly string[];
}

const source = (name: string, extensions: string[], fileNames: string[] = []): Language => ({
  name,
  kind: 'source',
  extensions,
  fileNames,
});

export const LANGUAGES: readonly Language[] = [
  source('typescript', ['ts', 'mts', 'cts']),
  source('tsx', ['tsx']),
  source('javascript', ['js', 'mjs', 'cjs', 'jsx']),
  source('python', ['py', 'pyi', 'pyw']),
  source('go', ['go']),
  source('java', ['java']),
  source('kotlin', ['kt', 'kts']),
  source('scala', ['scala', 'sc']),
  source('ruby', ['rb', 'rake', 'gemspec'], ['Rakefile', 'Gemfile']),
  source('php', ['php', 'phtml']),
  source('csharp', ['cs']),
  source('c', ['c', 'h']),
  source('cpp', ['cc', 'cpp', 'cxx', 'hpp', 'hh', 'hxx']),
  source('rust', ['rs']),
  source('swift', ['swift']),
  source('objective-c', ['m', 'mm']),
  source('dart', ['dart']),
  source('elixir', ['ex', 'exs']),
  source('erlang', ['erl', 'hrl']),
  source('haskell', ['hs']),
  source('lua', ['lua']),
  source('perl', ['pl', 'pm']),
  source('r', ['r']),
  source('bash', ['sh', 'bash', 'zsh']),
  source('powershell', ['ps1', 'psm1']),
  source('sql', ['sql']),
  source('solidity', ['sol']),
  source('vue', ['vue']),
  source('svelte', ['svelte']),
  source('astro', ['astro']),
  source('template', [
    'erb',
    'ejs',
    'hbs',
    'handlebars',
    'mustache',
    'jsp',
    'jspx',
    'jinja',
    'jinja2',
    'j2',
    'twig',
    'liquid',
    'pug',
    'haml',
    'slim',
    'cshtml',
    'razor',
    'aspx',
    'tmpl',
    'gohtml',
    'ftl',
    'vm',
  ]),
  source('notebook', ['ipynb']),
  source('zig', ['zig']),
  source('nim', ['nim']),
  source('julia', ['jl']),
  source('ocaml', ['ml', 'mli']),
  source('reason', ['re', 'rei']),
  source('clojure', ['clj', 'cljs', 'cljc']),
  source('fsharp', ['fs', 'fsx']),
  source('visual-basic', ['vb', 'vbs', 'bas']),
  source('groovy', ['groovy', 'gradle'], ['Jenkinsfile']),
  source('batch', ['bat', 'cmd']),
  source('fish', ['fish']),
  source('assembly', ['s', 'asm']),
  source('fortran', ['f', 'f90', 'f95']),
  source('pascal', ['pas', 'dpr']),
  source('ada', ['adb', 'ads']),
  source('d', ['d']),
  source('crystal', ['cr']),
  source('lisp', ['lisp', 'el', 'scm', 'rkt']),
  source('prolog', ['pro']),
  source('tcl', ['tcl']),
  source('awk', ['awk']),
  source('cobol', ['cob', 'cbl']),
  source('elm', ['elm']),
  source('purescript', ['purs']),
  source('coffeescript', ['coffee']),
  source('apex', ['cls', 'trigger']),
  source('abap', ['abap']),
  source('cuda', ['cu', 'cuh']),
  source('glsl', ['glsl', 'vert', 'frag', 'wgsl', 'hlsl']),
  source('move', ['move']),
  source('vyper', ['vy']),
  source('starlark', ['bzl', 'star'], ['BUILD', 'WORKSPACE']),
  source('nix', ['nix']),
  { name: 'html', kind: 'markup', extensions: ['html', 'htm', 'xhtml'] },
  { name: 'css', kind: 'style', extensions: ['css', 'scss', 'sass', 'less'] },
  { name: 'dockerfile', kind: 'data', extensions: ['dockerfile'], fileNames: ['Dockerfile', 'Containerfile'] },
  { name: 'json', kind: 'data', extensions: ['json', 'jsonc', 'json5'] },
  { name: 'yaml', kind: 'data', extensions: ['yaml', 'yml'] },
  { name: 'toml', kind: 'data', extensions: ['toml'] },
  { name: 'xml', kind: 'data', extensions: ['xml', 'xsd', 'xsl', 'svg'] },
  { name: 'terraform', kind: 'data', extensions: ['tf', 'tfvars', 'hcl'] },
  { name: 'protobuf', kind: 'data', extensions: ['proto'] },
  { name: 'graphql', kind: 'data', extensions: ['graphql', 'gql'] },
  { name: 'ini', kind: 'data', extensions: ['ini', 'cfg', 'conf', 'properties', 'env'], fileNames: ['.env'] },
  { name: 'makefile', kind: 'data', extensions: ['mk'], fileNames: ['Makefile', 'makefile', 'GNUmakefile'] },
  { name: 'go-module', kind: 'data', extensions: [], fileNames: ['go.mod'] },
  { name: 'markdown', kind: 'prose', extensions: ['md', 'mdx', 'markdown'] },
  { name: 'text', kind: 'prose', extensions: ['txt', 'rst', 'adoc'] },
];

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((e) => [e, language] as const)));
const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language] as const));
const BY_FILE_NAME = new Map(
  LANGUAGES.flatMap((language) => (language.fileNames ?? []).map((f) => [f, language] as const)),
);

export const findLanguage = (name: string): Language | null => BY_NAME.get(name) ?? null;

export const isSourceLanguage = (language: string | null): boolean =>
  language !== null && findLanguage(language)?.kind === 'source';

/** Language of a path by its file name, or null where the name says nothing. */
export function detectLanguage(path: string): Language | null {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const exact = BY_FILE_NAME.get(fileName);
  if (exact) return exact;
  if (/^(Dockerfile|Containerfile)\./u.test(fileName)) return BY_NAME.get('dockerfile') ?? null;
  if (/^\.env(\.|$)/u.test(fileName)) return BY_NAME.get('ini') ?? null;
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? null : (BY_EXTENSION.get(fileName.slice(dot + 1).toLowerCase()) ?? null);
}
