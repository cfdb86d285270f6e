# consensus-review in a container: not as root, on a root file system that is only read. Built from the tarball of `npm pack`, or from a
# release; docs/pull-requests.md has the commands.
FROM node:24.21.0-bookworm-slim AS install
WORKDIR /opt/consensus-review
COPY consensus-review-*.tgz package.tgz
# Grammars are unpacked here: what is written when the container runs need not be executable.
RUN npm install --ignore-scripts --no-audit --no-fund --no-save ./package.tgz \
  && rm package.tgz \
  && node -e "const z = require('zlib'), root = 'node_modules/consensus-review/grammars/', own = process.platform + '-' + process.arch; \
      for (const name of fs.readdirSync(root + own)) \
        fs.writeFileSync(root + own + '/' + name.slice(0, -3), z.brotliDecompressSync(fs.readFileSync(root + own + '/' + name))); \
      for (const name of fs.readdirSync(root)) if (/^(darwin|linux|win32)-/.test(name) && name !== own) fs.rmSync(root + name, { recursive: true })"

FROM node:24.21.0-bookworm-slim
# Changes are read with git. Package managers of the base are not needed.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
COPY --from=install /opt/consensus-review /opt/consensus-review
# Runs, cache and index: a volume keeps them, else they are gone with the container.
ENV CONSENSUS_REVIEW_STATE_DIR=/tmp/consensus-review-state
USER 10001:10001
WORKDIR /src
ENTRYPOINT ["node", "/opt/consensus-review/node_modules/consensus-review/dist/cli/bin.js"]
CMD ["review"]
