/**
 * Renders a page of blocks for a terminal or as Markdown, and imports only the renderer it needs. Markdown is shortened to the size of
 * a comment unless `--verbose` is given. Called by formats.ts and by commands that print a page (`runs`, `explain`, `config`,
 * `index`).
 */
import type { Page } from './blocks.ts';
import type { TerminalOptions } from './terminal/screen.ts';

export async function renderPage(
  page: Page,
  format: 'terminal' | 'markdown',
  options: TerminalOptions,
): Promise<string> {
  if (format === 'terminal') return (await import('./terminal/render.ts')).renderTerminal(page, options);
  const [{ renderMarkdown }, { fitPage }] = [
    await import('./markdown/render.ts'),
    await import('./markdown/fit-page.ts'),
  ];
  return options.verbose
    ? renderMarkdown(page, Number.POSITIVE_INFINITY)
    : fitPage(page, (shown) => renderMarkdown(shown));
}
