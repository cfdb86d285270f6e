export const sse = (data, event) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
