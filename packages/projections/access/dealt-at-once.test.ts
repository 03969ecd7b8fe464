import { asPrice, type Command, chunksInMemory, lots, volatility } from '@openpit/venue';
import { anOrder, marketOfAllTypes, smallMarket, TestMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { Answers } from './answers.ts';

/** The prices that the answer to an order of abdul has after these orders of denise rest. */
function dealtBy(order: Partial<Command>, resting: readonly Partial<Command>[], data = smallMarket) {
  const market = TestMarket.opened(data);
  for (const restingOrder of resting)
    market.by('denise', { ...anOrder, principal: 'VELD', side: 'S', ...restingOrder } as Command, null);
  const answers = new Answers(() => null, chunksInMemory);
  const outcome = market.by('abdul', { ...anOrder, ...order } as Command, 'r-1');
  expect(outcome.verdict.kind).toBe('accepted');
  answers.afterOutcome(outcome);
  return answers.at(outcome.seq)?.dealt;
}

describe('the answer to an order', () => {
  it('[ACT-1] has the average price of the lots that dealt immediately, over all levels', () => {
    const resting = [
      { lots: lots(4), price: asPrice(403_520) },
      { lots: lots(4), price: asPrice(403_560) },
    ];
    const dealt = dealtBy({ lots: lots(10), price: asPrice(403_600) }, resting);
    expect(dealt).toEqual([{ activeOrderSeq: 3, averagePrice: 4035.4 }]);
  });

  it('[ACT-1] has no price when nothing dealt', () => {
    expect(dealtBy({ lots: lots(1) }, [])).toBeUndefined();
  });

  it('[PANEL-4] has both legs of a split with their lots and prices', () => {
    const split = { contract: 'DEC26-MAR27 WMAZ', price: asPrice(2_400), lots: lots(3) };
    expect(dealtBy(split, [split], marketOfAllTypes)).toEqual([
      {
        activeOrderSeq: 2,
        averagePrice: 24,
        legs: [
          { contract: 'MAR27 WMAZ', side: 'B', qty: 3, averagePrice: 4059 },
          { contract: 'DEC26 WMAZ', side: 'S', qty: 3, averagePrice: 4035 },
        ],
      },
    ]);
  });

  it('[PANEL-3] has option and hedge of a delta at the premium and the reference of the resting order', () => {
    const delta = { contract: 'MAR27 WMAZ 4060 C D', price: undefined, lots: lots(10) };
    const resting = { ...delta, volatility: volatility(2_700), reference: asPrice(406_000) };
    const incoming = { ...delta, volatility: volatility(2_800), reference: asPrice(405_000) };
    const [dealt] = dealtBy(incoming, [resting], marketOfAllTypes) ?? [];
    expect(dealt?.averagePrice).toBe(27);
    expect(dealt?.legs?.map(({ contract, side, qty }) => `${side} ${qty} ${contract}`)).toEqual([
      'B 10 MAR27 WMAZ 4060 C',
      'S 5 MAR27 WMAZ',
    ]);
    expect(dealt?.legs?.[1]?.averagePrice).toBe(4060);
  });
});
