import { describe, expect, it } from 'vitest';
import { type RejectionCode, rejectionCatalogue, type VenueRejection } from './modules.ts';
import { rejectionSentence, rejectionStatus } from './rejections.ts';

const codes = Object.keys(rejectionCatalogue) as RejectionCode[];
const sentencesOf = (code: RejectionCode): string[] =>
  rejectionCatalogue[code].examples.map((details) => rejectionSentence({ code, details } as VenueRejection));

describe('the rejections', () => {
  it('have a sentence and a status each', () => {
    for (const code of codes) {
      for (const sentence of sentencesOf(code)) expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
      expect([403, 409, 422]).toContain(rejectionStatus({ code }));
    }
  });

  it('have examples that give every value of the sentence', () => {
    expect(codes.filter((code) => sentencesOf(code).length === 0)).toEqual([]);
    const incomplete = (sentence: string) => /undefined|NaN/.test(sentence);
    expect(codes.filter((code) => sentencesOf(code).some(incomplete))).toEqual([]);
    const without = { code: 'instrumentNotHalted', details: {} } as unknown as VenueRejection;
    expect(incomplete(rejectionSentence(without))).toBe(true);
  });

  it('count correctly if any of the numbers is 1 or 0', () => {
    const wrong = codes.flatMap((code) =>
      rejectionCatalogue[code].examples.flatMap((details: object) =>
        Object.entries(details)
          .filter(([, value]) => typeof value === 'number')
          .flatMap(([name]) => [0, 1].map((value) => ({ ...details, [name]: value })))
          .map((changed) => rejectionSentence({ code, details: changed } as VenueRejection))
          .filter((text) => /\b1 (lots|orders|deals|contracts|days|tons)\b|at most 0\b/.test(text)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('have an example for each sentence, and each sentence once', () => {
    expect(codes.filter((code) => new Set(sentencesOf(code)).size < sentencesOf(code).length)).toEqual([]);
    expect(codes.filter((code) => sentencesOf(code).length > 1).sort()).toEqual([
      'accountTooLarge',
      'capacityContradictsPrincipal',
      'dealAboveMarginLimit',
      'dealAbovePositionLimit',
      'dealClosedSince',
      'exerciseNotNow',
      'instrumentHalted',
      'lotsAboveLong',
      'marginAboveLimit',
      'orderWouldMatchOwnOrder',
      'otherSideMayNotTrade',
      'positionAboveLimit',
      'quantityAboveLimit',
      'sessionClosed',
      'siloBidNotHigher',
      'siloContractNotDeliverable',
      'siloLongTooSmall',
      'siloStageClosed',
    ]);
  });
});
