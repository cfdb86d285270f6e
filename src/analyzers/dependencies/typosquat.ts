/**
 * Says whether the name of an npm or PyPI package is one letter away from a popular one, or was used in a published attack. The lists are
 * short to avoid false alarms. Called by dependencies.ts; reviewers/embedded/audit/second-look.ts uses the list of popular names.
 */
import type { Ecosystem } from '../packages/package-manifest.ts';

export interface Lookalike {
  readonly popular: string;
  /** True where the name itself was used in a published attack. */
  readonly isKnown: boolean;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

const POPULAR: Readonly<Partial<Record<Ecosystem, readonly string[]>>> = {
  npm: words(`
    express lodash react-dom webpack typescript eslint prettier commander cross-env body-parser socket.io jsonwebtoken
    node-fetch underscore mongoose mongodb sequelize puppeteer playwright electron nodemailer passport minimist
    inquirer chokidar fastify handlebars bluebird jquery angular axios chalk moment dotenv rimraf semver winston
    validator nodemon babel-core node-sass request cheerio bootstrap discord.js firebase graphql redux-thunk`),
  pypi: words(`
    requests django flask numpy pandas scipy matplotlib tensorflow beautifulsoup4 sqlalchemy cryptography colorama
    python-dateutil setuptools urllib3 pyyaml pillow selenium pytest jellyfish scikit-learn fastapi pydantic celery
    paramiko boto3 psycopg2 tornado aiohttp virtualenv`),
};

export const WELL_KNOWN_PACKAGES: readonly string[] = Object.values(POPULAR).flat();

/** Real packages that happen to stand one letter away from a popular one. */
const LEGITIMATE = new Set(
  words(`
    preact request requests tslint mysql2 angular2 boto psycopg psycopg3 expressjs chalks dotenvx momentjs
    enquirer mquery server jslint xpress panda`),
);

const KNOWN = new Map<string, string>([
  ['crossenv', 'cross-env'],
  ['babelcli', 'babel-cli'],
  ['ffmepg', 'ffmpeg'],
  ['gruntcli', 'grunt-cli'],
  ['mongose', 'mongoose'],
  ['nodesass', 'node-sass'],
  ['electorn', 'electron'],
  ['lodashs', 'lodash'],
  ['colourama', 'colorama'],
  ['urlib3', 'urllib3'],
  ['setup-tools', 'setuptools'],
  ['jeilyfish', 'jellyfish'],
  ['python3-dateutil', 'python-dateutil'],
]);

export function findLookalike(ecosystem: Ecosystem, name: string): Lookalike | null {
  const popular = POPULAR[ecosystem];
  const lower = name.toLowerCase();
  if (!popular || popular.includes(lower) || LEGITIMATE.has(lower) || lower.startsWith('@')) return null;
  const known = KNOWN.get(lower);
  if (known !== undefined) return { popular: known, isKnown: true };
  const near = popular.find((candidate) => candidate.length >= 5 && isOneEditAway(lower, candidate));
  return near === undefined ? null : { popular: near, isKnown: false };
}

/** One letter more, less, changed or swapped with its neighbour. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  if (restA.length > restB.length) return restA.slice(1) === restB;
  if (restA.length < restB.length) return restA === restB.slice(1);
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isSwapped || restA.slice(1) === restB.slice(1);
}
