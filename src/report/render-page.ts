/** A page of blocks in a format for people. */
import type { Page } from './blocks.ts';
import { renderMarkdown } from './markdown/render.ts';
import { renderTerminal } from './terminal/render.ts';
import type { TerminalOptions } from './terminal/screen.ts';

export const renderPage = (page: Page, format: 'terminal' | 'markdown', options: TerminalOptions): string =>
  format === 'terminal' ? renderTerminal(page, options) : renderMarkdown(page);
