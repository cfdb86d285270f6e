import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextCollector } from './text-collector.ts';

test('the text is the pieces in their order, however often it is asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant('x'.repeat(20_000)))), (pieces) => {
      const collector = createTextCollector();
      expect(collector.isEmpty()).toBe(true);
      let expected = '';
      for (const piece of pieces) {
        collector.add(piece);
        expected += piece;
        if (piece.length % 7 === 3) expect(collector.text()).toBe(expected);
        expect(collector.isEmpty()).toBe(expected === '');
      }
      expect(collector.text()).toBe(expected);
    }),
  );
});
