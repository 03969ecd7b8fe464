import { describe, expect, it } from 'vitest';
import { dataSetsWithoutLoader } from './loaders.ts';

describe('the market data loader', () => {
  const loaded = dataSetsWithoutLoader();

  it('[START-1] loads the data sets of the own member', () => {
    expect(loaded).toEqual(
      expect.arrayContaining(['activeOrders', 'completedOrders', 'deals', 'positions', 'unmatchedDeal']),
    );
  });

  it.each(['mtm', 'contractDate', 'instruments', 'dailyTrends'] as const)(
    '[START-1] leaves %s to its own loader',
    (name) => expect(loaded).not.toContain(name),
  );

  it('does not load a set that clients request only when they need it', () => {
    expect(loaded).not.toContain('prices');
  });
});
