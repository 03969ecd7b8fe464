import { describe, expect, it } from 'vitest';
import { siloBidRow } from '../../testing/silo-rows.ts';
import { type BidFacts, parseBid } from './bid-form.tsx';

const offer = { contract: 'DEC26 WMAZ', lots: 3, mtm: 4_035.2 };
const facts: BidFacts = { offer, bids: [], net: 5 };
const fields = { principal: 'KAND', subAccount: '', premiumText: '12' };
const bid = siloBidRow();

describe('the fields of a bid', () => {
  it('[SILO-2] make a premium for an account', () => {
    expect(parseBid(fields, facts)).toEqual({ kind: 'ready', principal: 'KAND', premium: 12, raised: null });
  });

  it('[SILO-2] raise the bid that the account has', () => {
    const { raised } = {
      raised: null,
      ...parseBid({ ...fields, premiumText: '13' }, { ...facts, bids: [bid] }),
    };
    expect(raised).toBe(bid);
  });

  it('do not raise the bid of another account', () => {
    const other = { ...fields, principal: 'FARM1' };
    expect(parseBid(other, { ...facts, bids: [bid] })).toMatchObject({ kind: 'ready', raised: null });
  });

  it.each([
    ['no account', { ...fields, principal: '' }, facts, 'For whom is the bid?'],
    ['no premium', { ...fields, premiumText: ' ' }, facts, 'Which premium, in rand per ton?'],
    ['a word', { ...fields, premiumText: 'ten' }, facts, 'is not a number'],
    ['a fraction of a rand', { ...fields, premiumText: '1.5' }, facts, 'a whole number of rand from 0'],
    ['a negative premium', { ...fields, premiumText: '-1' }, facts, 'a whole number of rand from 0'],
    ['a premium above the MTM', { ...fields, premiumText: '4036' }, facts, 'to R\u00a04,035'],
    ['no long position', fields, { ...facts, net: 0 }, 'You hold no long position in DEC26 WMAZ for KAND'],
    ['a smaller long', fields, { ...facts, net: 2 }, 'KAND is long 2 lots of DEC26 WMAZ, fewer than the 3'],
    ['a bid that is as high', fields, { ...facts, bids: [bid] }, 'KAND already bids R\u00a012 per ton'],
  ])('are not complete with %s', (_, typed, known, reason) => {
    const parsed = parseBid(typed, known);
    expect(parsed).toMatchObject({ kind: 'missing', reason: expect.stringContaining(reason) });
  });

  it('leave the position to the market where it is not known', () => {
    expect(parseBid(fields, { ...facts, net: null })).toMatchObject({ kind: 'ready' });
  });
});
