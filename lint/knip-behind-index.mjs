/**
 * Dead code behind the published protocol: the same as knip.json, but what only `src/protocol/index.ts` names is not used by
 * the product. Such an export is wired or deleted; one that is kept for users of the library gets `@public` and the reason.
 */
import config from '../knip.json' with { type: 'json' };

const INDEXES = 'src/protocol/**/index.ts';

export default {
  ...config,
  entry: [...config.entry.filter((path) => path !== 'src/protocol/index.ts!'), '!src/protocol/index.ts!'],
  project: [...config.project, `!${INDEXES}!`],
  exclude: ['files', 'dependencies', 'binaries', 'unlisted'],
  tags: ['-public'],
};
