import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import { account, deal, dealFlags, openDealMarket, part } from '../testing/deal-market.ts';

describe('every action on a deal', () => {
  it('[AUTH-11] needs its permission, and does not find the deal of another member', () => {
    const commands = (dealSeq: number, unmatchedSeq: number): Command[] => [
      { kind: 'splitDeal', dealSeq, parts: [part(5, 'VELD'), part(5, 'VELD')] },
      { kind: 'cumulateDeal', dealSeqs: [dealSeq, dealSeq + 2], averagePrice: true },
      { kind: 'correctDealPrinciple', dealSeq, ...account('VELD') },
      { kind: 'subAccountChange', dealSeq, subAccount: null },
      { kind: 'assignDealToMember', dealSeq, member: 'MIEL' },
      { kind: 'tripartiteDeal', dealSeq, client: '5044M', carryingMember: 'MIEL' },
      { kind: 'editUnmatchedDeal', unmatchedSeq, lots: lots(1), price: null, account: null },
      { kind: 'deleteUnmatchedDeal', unmatchedSeq },
      { kind: 'acceptUnmatchedDeal', unmatchedSeq, version: 1, dealer: null, ref: '', ...account('VELD') },
    ];
    const market = openDealMarket();
    const { buy } = deal(market);
    deal(market);
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: deal(market).buy, member: 'MIEL' });
    for (const command of commands(buy, 1))
      expect(market.rejected('denise', command)).toBe(
        command.kind.includes('Unmatched') ? 'unmatchedDealNotFound' : 'dealNotFound',
      );
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [...dealFlags] });
    for (const command of commands(buy, 1)) expect(market.rejected('abdul', command)).toBe('notPermitted');
  });

  it('leaves last, high, low and MTM of the contract unchanged', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { price: 403_500 });
    const before = market.contract();
    market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts: [part(5, 'KAND'), part(5, '9996S')] });
    expect(before).toMatchObject({ last: asPrice(403_500), high: 403_500, low: 403_500 });
    expect(market.contract()).toEqual(before);
  });
});
