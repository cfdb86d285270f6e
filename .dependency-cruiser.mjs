// The walls of ARCHITECTURE.md, checked by `npm run walls`. test/walls.test.ts plants a violation of each to prove that it can fail.
const TEST = '[.]test[.]ts$';

/**
 * Every folder of src/ and the folders it may import. Everybody may import itself, errors.ts and version.ts. A folder that is
 * not in this table may import nothing, so a new one has to be entered here.
 */
const BELOW = {
  protocol: [],
  ports: ['protocol'],
  prompts: ['protocol'],
  report: ['protocol'],
  recon: ['protocol', 'ports'],
  storage: ['protocol', 'ports'],
  repository: ['protocol', 'ports'],
  programs: ['protocol', 'ports', 'repository'],
  forges: ['protocol', 'ports'],
  models: ['protocol', 'ports', 'programs'],
  analyzers: ['protocol', 'ports', 'programs', 'recon', 'repository'],
  context: ['protocol', 'ports', 'prompts', 'storage'],
  runs: ['protocol', 'ports', 'storage', 'context'],
  telemetry: ['protocol', 'ports', 'runs'],
  engine: ['protocol', 'ports', 'prompts'],
  'reviewers/embedded': ['protocol', 'ports', 'analyzers', 'programs', 'recon'],
  'reviewers/model': ['protocol', 'ports', 'context', 'prompts', 'recon', 'runs', 'reviewers/embedded'],
  wiring: [
    'protocol',
    'ports',
    'prompts',
    'analyzers',
    'context',
    'engine',
    'models',
    'programs',
    'recon',
    'repository',
    'reviewers/embedded',
    'reviewers/model',
    'runs',
    'storage',
    'telemetry',
  ],
  fleet: ['protocol', 'ports', 'context', 'engine', 'models', 'repository', 'runs', 'telemetry', 'wiring'],
  mcp: ['protocol', 'ports', 'context', 'engine', 'prompts', 'report', 'repository', 'storage', 'wiring'],
  lsp: ['protocol', 'ports', 'analyzers', 'report', 'repository', 'wiring'],
  web: ['protocol', 'ports', 'report'],
  cli: [
    'protocol',
    'ports',
    'analyzers',
    'context',
    'engine',
    'fleet',
    'forges',
    'lsp',
    'mcp',
    'models',
    'programs',
    'report',
    'repository',
    'runs',
    'storage',
    'telemetry',
    'web',
    'wiring',
  ],
  testing: [
    'protocol',
    'ports',
    'prompts',
    'context',
    'engine',
    'repository',
    'reviewers/embedded',
    'reviewers/model',
    'runs',
  ],
};

/** The folders inside src/protocol, lowest layer first: each may import those listed before it. */
const PROTOCOL = [
  'collections',
  'text',
  'source',
  'redaction',
  'calls',
  'reviewers',
  'findings',
  'cache',
  'budget',
  'config',
  'coverage',
  'output',
  'rounds',
  'signals',
  'report',
  'evaluation',
].map((name) => `protocol/${name}`);

const PURE = '^src/(protocol|prompts|report|recon|ports)/';

const wallOf = ([folder, below]) => ({
  name: `below-${folder.replace('/', '-')}`,
  comment: `src/${folder} imports only ${[...below, 'errors.ts', 'version.ts'].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TEST },
  to: { path: '^src/', pathNot: [`^src/(${[folder, ...below].join('|')})/`, '^src/(errors|version)[.]ts$'] },
});

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: TEST }, to: {} },
    ...Object.entries(BELOW).map(wallOf),
    ...PROTOCOL.map((folder, level) => wallOf([folder, PROTOCOL.slice(0, level)])),
    {
      name: 'known-folders',
      comment: 'a folder of src/ is entered in the table above before anything in it may import',
      severity: 'error',
      from: { path: '^src/.+/', pathNot: [`^src/(${Object.keys(BELOW).join('|')})/`, TEST] },
      to: { path: '^src/' },
    },
    {
      name: 'pure-has-no-io',
      severity: 'error',
      from: { path: PURE, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'engine-has-no-io',
      severity: 'error',
      from: { path: '^src/(engine|fleet|index[.]ts)', pathNot: ['^src/fleet/postgres/', TEST] },
      to: { dependencyTypes: ['core'], path: '^(node:)?(fs|child_process|net|http|https|fs/promises)' },
    },
    {
      name: 'pure-uses-zod-only',
      severity: 'error',
      from: { path: PURE, pathNot: TEST },
      to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'compiled-schemas',
      comment:
        'these schemas are compiled (npm run schemas): a run takes their types and the compiled shape, and loads no zod for them',
      severity: 'error',
      from: { path: '^src/', pathNot: ['-schema[.]ts$', '^src/fleet/', TEST] },
      to: { path: '^src/protocol/.+/(config|price|suppression)-schema[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    { name: 'src-not-to-test', severity: 'error', from: { path: '^src/', pathNot: TEST }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
