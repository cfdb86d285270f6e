/** Files that hold code of another language: pages by their language, templates by their ending. */
import { extractRuby } from './embedded-ruby.js';
import { extractScripts } from './inline-scripts.js';
/** Languages whose scripts stand inside markup. */
const PAGES = new Set(['html', 'vue', 'svelte']);
const PAGE = { inner: 'javascript', extract: extractScripts };
const TEMPLATE = { inner: 'ruby', extract: extractRuby };
export function findHost(path, language) {
    if (language === 'template' && path.endsWith('.erb'))
        return TEMPLATE;
    return PAGES.has(language) ? PAGE : null;
}
