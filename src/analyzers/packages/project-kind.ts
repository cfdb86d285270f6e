/**
 * Tells from the nearest manifest whether a file belongs to a library, a service, a command or an agent tool, null where no manifest
 * tells: that decides who may fill the parameters of its functions. Used by ast-grep/ast-grep.ts and project-flow/join-project.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { ProjectKind } from '../../protocol/config/project-kind.ts';

const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|[\w-]+\.gemspec|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|manage\.py|[^/]+\.dist-info\/WHEEL|META-INF\/MANIFEST\.MF)$/u;
/** In a folder of its own inside a wheel or a jar, which others import: its code of that language is a library. */
const PUBLISHED = /\/(?:WHEEL|MANIFEST\.MF)$/u;
const MAX_MANIFESTS = 200;

const AGENT = /@modelcontextprotocol\/sdk|\bfastmcp\b|["'\s]mcp(?:\[|["'=<>~])|"mcp":|rmcp\b|mcp-go\b|mark3labs\/mcp/u;
const SERVER =
  /"(?:express|koa|fastify|@hapi\/hapi|hapi|restify|next|@nestjs\/core|sails|hono|loopback|@adonisjs\/core)"|\b(?:flask|django|fastapi|starlette|tornado|aiohttp|sanic|bottle|pyramid)\b|gin-gonic|labstack\/echo|gofiber|go-chi|gorilla\/mux|spring-boot-starter-web|<packaging>war|jakarta\.servlet|\brails\b|\bsinatra\b|laravel\/framework|symfony\/framework|slim\/slim|actix-web|axum\b|\brocket\b/iu;

type Reader = (text: string) => ProjectKind | null;

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/package\.json$/u, readNodePackage],
  [/(?:pyproject\.toml|setup\.(?:py|cfg))$/u, readPythonPackage],
  [/manage\.py$/u, () => 'service'],
  [/\.gemspec$/u, () => 'library'],
  [/composer\.json$/u, (text) => (/"type"\s*:\s*"library"/u.test(text) ? 'library' : serverOr(text, null))],
  [/Cargo\.toml$/u, (text) => (/^\[lib\]/mu.test(text) ? 'library' : serverOr(text, 'command'))],
  [/(?:Gemfile|go\.mod|pom\.xml|build\.gradle(?:\.kts)?)$/u, (text) => serverOr(text, null)],
];

const serverOr = (text: string, other: ProjectKind | null): ProjectKind | null => {
  if (AGENT.test(text)) return 'agent-tool';
  return SERVER.test(text) ? 'service' : other;
};

/** A package that others may require is a library, unless it is kept private or is a server that is started. */
function readNodePackage(text: string): ProjectKind | null {
  const has = (key: string): boolean => new RegExp(`"${key}"\\s*:`, 'u').test(text);
  if (AGENT.test(text)) return 'agent-tool';
  const isPrivate = /"private"\s*:\s*true/u.test(text);
  const isStarted = /"(?:start|serve)"\s*:\s*"[^"]*\b(?:node|nodemon|ts-node|tsx|next|nest|pm2)\b/u.test(text);
  if (SERVER.test(text) && (isPrivate || isStarted)) return 'service';
  if ((has('main') || has('exports') || has('module')) && !isPrivate) return 'library';
  return has('bin') ? 'command' : null;
}

function readPythonPackage(text: string): ProjectKind | null {
  if (AGENT.test(text)) return 'agent-tool';
  if (/console_scripts|\[(?:project|tool\.poetry)\.scripts\]/u.test(text)) return 'command';
  if (SERVER.test(text) && !/\[build-system\]|\bsetup\(|^\[metadata\]/mu.test(text)) return 'service';
  return /\[build-system\]|\[project\]|\[tool\.poetry\]|\bsetup\(|^\[metadata\]/mu.test(text) ? 'library' : null;
}

/** What the manifest of that name says. */
export const readProjectKind = (path: string, text: string): ProjectKind | null =>
  READERS.find(([pattern]) => pattern.test(path))?.[1](text) ?? null;

export type KindOf = (path: string) => ProjectKind | null;

const known = new WeakMap<Snapshot, Promise<KindOf>>();

/** The kind of the project that each file belongs to; manifests are read once for a snapshot. */
export const loadProjectKinds = (snapshot: Snapshot): Promise<KindOf> =>
  getOrAdd(known, snapshot, () => readKinds(snapshot));

async function readKinds(snapshot: Snapshot): Promise<KindOf> {
  const manifests = [...(await snapshot.paths())].filter(
    (path) => MANIFEST.test(path) && !path.includes('node_modules/'),
  );
  const kinds = new Map<string, ProjectKind>();
  const published = new Map<string, RegExp>();
  const depthOf = (path: string): number => path.split('/').length;
  for (const path of manifests.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, MAX_MANIFESTS)) {
    const read = await snapshot.read(path);
    const kind = read.kind === 'text' ? readProjectKind(path, read.text) : null;
    if (PUBLISHED.test(path))
      published.set(folderOf(folderOf(path)), path.endsWith('WHEEL') ? /\.pyi?$/u : /\.(?:java|kt)$/u);
    else if (kind !== null && !kinds.has(folderOf(path))) kinds.set(folderOf(path), kind);
  }
  return (path) => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const kind = kinds.get(folder) ?? (published.get(folder)?.test(path) ? 'library' : undefined);
      if (kind !== undefined || folder === '') return kind ?? null;
    }
  };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
