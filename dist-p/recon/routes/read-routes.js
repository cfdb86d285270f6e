import { readDjangoRoutes } from './django-routes.js';
import { readFileRoutes, readServlets } from './file-routes.js';
import { readGoRoutes } from './go-routes.js';
import { readMarkedRoutes } from './marked-routes.js';
import { readMinimalApi } from './minimal-api-routes.js';
import { readOtherEntries } from './other-entries.js';
import { readPhpRoutes } from './php-routes.js';
import { readPythonRoutes } from './python-routes.js';
import { joinDrafts } from './route-draft.js';
import { readRubyRoutes } from './ruby-routes.js';
import { readScriptRoutes } from './script-routes.js';
import { readSpringSecurity } from './spring-security.js';
const SCRIPT = [readScriptRoutes, readMarkedRoutes, readFileRoutes, readOtherEntries];
const READERS = {
    javascript: SCRIPT,
    typescript: SCRIPT,
    tsx: SCRIPT,
    python: [readPythonRoutes, readDjangoRoutes, readFileRoutes, readOtherEntries],
    go: [readGoRoutes, readOtherEntries],
    java: [readMarkedRoutes, readSpringSecurity, readServlets, readOtherEntries],
    csharp: [readMarkedRoutes, readMinimalApi, readOtherEntries],
    ruby: [readRubyRoutes, readOtherEntries],
    php: [readPhpRoutes, readMarkedRoutes, readOtherEntries],
};
export const readRoutes = (outlines, scope) => joinDrafts(outlines.flatMap((file) => (READERS[file.language] ?? []).map((read) => read(file, scope))));
