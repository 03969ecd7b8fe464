import { describe, expect, it } from 'vitest';
import { rejectionCatalogue, type VenueRejection } from './modules.ts';
import { rejectionSentence, rejectionStatus } from './rejections.ts';

describe('the rejections', () => {
  it('have a sentence and a status each', () => {
    for (const [code, { example }] of Object.entries(rejectionCatalogue)) {
      const rejection = { code, details: example } as VenueRejection;
      expect(rejectionSentence(rejection)).toMatch(/^[A-Z0-9].*\.$/);
      expect(rejectionSentence(rejection)).not.toContain('undefined');
      expect([403, 409, 422]).toContain(rejectionStatus(rejection));
    }
  });
});
