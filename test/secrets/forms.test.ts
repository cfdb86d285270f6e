/** Every way to write a secret beside the thirty formats, each alone. That none of them leaves: `outgoing.test.ts`. */
import { expect, test } from 'vitest';
import { createRunRedactor } from '../../src/wiring/redaction.ts';
import { times } from '../tier.ts';
import { plantForms } from './forms.ts';

test('each of 256 other ways to write a secret is found by itself, whatever the value [TRUST-06]', () => {
  for (let seed = 1; seed <= times(4, 100); seed += 1) {
    const { files, canaries } = plantForms(seed);
    const left = files.filter(({ path, text }, i) => {
      const redacted = createRunRedactor().redactFile(path, text);
      return canaries[i]?.values.some((value) => redacted.includes(value.slice(0, Math.ceil(value.length / 2))));
    });
    expect(left, `seed ${seed}`).toEqual([]);
  }
});
