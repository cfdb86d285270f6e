/** Formats numbers for people: `12,345`, `3 files`, `1.2 MB`. Used by most formats and by several commands. */

/** `12,345`. By hand, since the tables of the locale take longer to load than most pages to write. */
export const formatCount = (count: number): string => {
  const [whole = '', ...rest] = String(count).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/gu, ','), ...rest].join('.');
};

export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
