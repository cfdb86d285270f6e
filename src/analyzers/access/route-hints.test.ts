import { expect, test } from 'vitest';
import { mayHoldRoutes } from './route-hints.ts';

test.each([
  ['python', '  @app.route("/a")\n'],
  ['ruby', "  get '/a' do\n"],
])('a route of %s is seen behind blank lines, and blank lines take no longer than their length', (language, route) => {
  // A pattern that goes over the ends of lines takes the square: minutes for so many.
  const blank = ' \n'.repeat(200_000);
  expect([mayHoldRoutes(blank, language), mayHoldRoutes(`${blank}${route}`, language)]).toEqual([false, true]);
});
