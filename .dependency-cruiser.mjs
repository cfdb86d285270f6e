// The walls of ARCHITECTURE.md, checked by `npm run walls`. test/walls.test.ts plants a violation of each to prove that it can fail.
const PURE = '^src/(protocol|prompts|report|recon)/';
const TEST = '[.]test[.]ts$';

const layer = (name, from, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { path: '^src/', pathNot: may },
});

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: TEST }, to: {} },
    layer(
      'protocol-is-the-floor',
      '^src/protocol/',
      ['^src/protocol/', '^src/errors[.]ts$'],
      'protocol imports only itself and errors',
    ),
    layer(
      'prompts-and-report-read-protocol',
      '^src/(prompts|report)/',
      ['^src/$1/', '^src/protocol/'],
      'prompts and report import only protocol',
    ),
    layer(
      'recon-reads-outlines',
      '^src/recon/',
      ['^src/(recon|protocol)/', '^src/outline-port[.]ts$'],
      'recon works on outlines; who parses the files is not its business',
    ),
    layer(
      'engine-knows-no-vendor',
      '^src/engine/',
      ['^src/(engine|protocol|prompts)/', '^src/(ports|audit-port|recollection-port|errors)[.]ts$'],
      'engine knows ports, not adapters',
    ),
    layer(
      'adapters-never-call-up',
      '^src/adapters/',
      [
        '^src/(adapters|protocol)/',
        '^src/(ports|model-port|outline-port|telemetry-port|recollection-port|errors|make-folder)[.]ts$',
      ],
      'adapters implement ports and never import the engine',
    ),
    layer(
      'context-is-below-reviewers',
      '^src/context/',
      ['^src/(context|protocol)/', '^src/(ports|errors|make-folder)[.]ts$'],
      'the context engine knows no reviewer',
    ),
    layer(
      'reviewers-know-no-engine',
      '^src/reviewers/',
      [
        '^src/(reviewers|context|protocol|prompts|recon)/',
        '^src/(ports|model-port|audit-port|outline-port|recollection-port|errors)[.]ts$',
      ],
      'drivers are called by the engine, never the other way round',
    ),
    {
      name: 'only-the-doors-wire',
      comment: 'adapters are constructed by the doors, wiring.ts and settings.ts alone',
      severity: 'error',
      from: {
        pathNot: [
          '^src/(cli|mcp|server|fleet|adapters|testing)/',
          '^src/(index|wiring|model-wiring|model-means|audit-wiring|reuse-wiring|run-wiring|run-facts|settings)[.]ts$',
          '^test/',
          '^bench/',
          TEST,
        ],
      },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'pure-has-no-io',
      severity: 'error',
      from: { path: PURE, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'io-lives-at-the-edge',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(adapters|cli|mcp|server|context|reviewers|testing)/',
          '^src/(config|settings|model-wiring|open-tape|run-wiring|run-facts|make-folder)[.]ts$',
          TEST,
        ],
      },
      to: { dependencyTypes: ['core'], path: '^(node:)?(fs|child_process|net|http|https|fs/promises)' },
    },
    {
      name: 'pure-uses-zod-only',
      severity: 'error',
      from: { path: PURE, pathNot: TEST },
      to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/zod/' },
    },
    { name: 'src-not-to-test', severity: 'error', from: { path: '^src/', pathNot: TEST }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
