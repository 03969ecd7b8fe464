// The wire's table of user commands against the venue's own entries.
import { type CommandKind, commandEntries } from '@openpit/venue';
import { maxPrice, toRand, type UserCommandKind, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';

const kinds = Object.keys(userCommands) as UserCommandKind[];

/** Commands of users without an entry in the wire's table, and why. */
const withoutCall: Partial<Record<CommandKind, string>> = {
  setOwnMaxOrderQuantity: 'the server sends it when a user saves preferences',
  setOwnOrderGuards: 'the server sends it when a user saves preferences',
};

describe('the user commands of the wire', () => {
  it('are all commands of users in the venue, except those that the server sends for them', () => {
    const inVenue = Object.entries(commandEntries).filter(([, { by }]) => by === 'user');
    const expected = [...kinds, ...Object.keys(withoutCall)].sort();
    expect(inVenue.map(([kind]) => kind).sort()).toEqual(expected);
  });

  it('accept every price that a market file can contain, such as R2 400 000 for a kilogram of gold', () => {
    const request = { requestId: 'R1', contract: 'MAR27 GOLD', side: 'B', qty: 1, principal: 'CAPE' };
    const strike = { requestId: 'R1', instrument: 'GOLD', contractDate: 'MAR27' };
    for (const price of [2_400_000, toRand(maxPrice)]) {
      const order = userCommands.insertOrder.body.safeParse({ ...request, price, type: 0, capacity: 'P' });
      const report = userCommands.insertUnmatchedDeal.body.safeParse({
        ...request,
        price,
        counterparty: 'KARO',
      });
      const added = userCommands.addStrike.body.safeParse({ ...strike, strike: price });
      expect([order, report, added].map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    }
    const tooHigh = userCommands.insertOrder.body.safeParse({
      ...request,
      price: toRand(maxPrice) + 1,
      type: 0,
      capacity: 'P',
    });
    expect(tooHigh.error?.issues).toMatchObject([
      { message: 'A price is at most 50 000 000 rand per ton.', path: ['price'] },
    ]);
  });
});
