/**
 * Runs the route readers of each file's language (script-routes.ts, django-routes.ts and so on) over all outlines, and returns the
 * routes and routers they found, not yet joined. Also tells whether a file uses a server whose routes no reader knows. Called by
 * find-routes.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { readDecoratedRoutes } from './decorated-routes.ts';
import { readDjangoRoutes } from './django-routes.ts';
import { readFileRoutes, readServlets } from './file-routes.ts';
import { readGoRoutes } from './go-routes.ts';
import { readKtorRoutes } from './ktor-routes.ts';
import { readMinimalApi } from './minimal-api-routes.ts';
import { readOtherEntries } from './other-entries.ts';
import { readPhpRoutes } from './php-routes.ts';
import { readPythonRoutes } from './python-routes.ts';
import { joinDrafts, type ReadRoutes, type RouteDrafts, type RouteScope } from './route-draft.ts';
import { readRubyRoutes } from './ruby-routes.ts';
import { readRustRoutes } from './rust-routes.ts';
import { readScriptRoutes } from './script-routes.ts';
import { readSpringSecurity } from './spring-security.ts';

const SCRIPT: readonly ReadRoutes[] = [readScriptRoutes, readDecoratedRoutes, readFileRoutes, readOtherEntries];

const READERS: Readonly<Record<string, readonly ReadRoutes[]>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: [readPythonRoutes, readDjangoRoutes, readFileRoutes, readOtherEntries],
  go: [readGoRoutes, readOtherEntries],
  java: [readDecoratedRoutes, readSpringSecurity, readServlets, readOtherEntries],
  kotlin: [readDecoratedRoutes, readSpringSecurity, readKtorRoutes],
  rust: [readRustRoutes],
  csharp: [readDecoratedRoutes, readMinimalApi, readOtherEntries],
  ruby: [readRubyRoutes, readOtherEntries],
  php: [readPhpRoutes, readDecoratedRoutes, readOtherEntries],
};

/** Servers of Rust and Kotlin that no reader knows. */
const UNREAD_SERVERS: Readonly<Record<string, RegExp>> = {
  kotlin: /^(?:io\.javalin|org\.http4k|io\.micronaut\.http|io\.vertx\.ext\.web|spark)(?:\.|$)/u,
  rust: /^(?:warp|tide|hyper|gotham|tonic|rouille|tiny_http|thruster|nickel|iron)(?:::|$)/u,
};

/** Whether a file uses a server whose routes are not found: that it has none does not follow. */
export const hasUnreadRoutes = ({ language, imports }: SourceOutline): boolean => {
  const unread = UNREAD_SERVERS[language];
  return imports.some(({ module, member }) => unread?.test(module === '' ? (member ?? '') : module) === true);
};

export const readRoutes = (outlines: readonly SourceOutline[], scope: RouteScope): RouteDrafts =>
  joinDrafts(outlines.flatMap((file) => (READERS[file.language] ?? []).map((read) => read(file, scope))));
