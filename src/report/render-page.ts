/** A page of blocks in a format for people, which is loaded when it is asked for. Markdown fits into a comment unless all is asked for. */
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
