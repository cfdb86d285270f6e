/**
 * Analyzer of user-persona-reviewer: what the people who use, run or update the program run into. MEDIUM and LOW only.
 * Breaking changes need a change scope; messages and markup are read in every scope.
 */
import { isTestPath } from '../../../protocol/test-path.js';
import { observeBreaks, readChangeContext } from './breaking-changes.js';
import { isConfigPath, observeConfig } from './config-changes.js';
import { readEntryPoints } from './entry-points.js';
import { observeMessages, observeSilentExits } from './error-messages.js';
import { isMarkup, observeMarkup } from './markup-access.js';
import { maskSource } from './mask-source.js';
import { createProjectAnalyzer } from './project-analyzer.js';
import { isSourceLanguage } from './project-paths.js';
export function createUserPersonaAnalyzer() {
    return createProjectAnalyzer({
        name: 'user-persona',
        reviewer: 'user-persona-reviewer',
        accepts: (path, language) => isSourceLanguage(language) || isMarkup(path, language) || isConfigPath(path),
        begin: async (snapshot) => {
            const context = snapshot.isChange ? await openChange(snapshot) : null;
            return {
                check: async (document) => [...checkText(document), ...(context ? await checkChange(document, context) : [])],
            };
        },
    });
}
async function openChange(snapshot) {
    const paths = await snapshot.paths();
    const readText = async (path) => {
        const read = await snapshot.read(path);
        return read.kind === 'text' ? read.text : null;
    };
    return readChangeContext(snapshot, await readEntryPoints({ paths, readText }), paths);
}
async function checkChange(document, context) {
    return [...(await observeBreaks(document, context)), ...(await observeConfig(document, context))];
}
function checkText(document) {
    if (isTestPath(document.path))
        return [];
    const masked = maskSource(document.text, document.language);
    return [...observeMessages(document, masked), ...observeSilentExits(document, masked), ...observeMarkup(document)];
}
