import { describe, expect, it } from 'vitest';
import { cents, lots } from '../kernel/units.ts';
import { PositionLedger } from './position-ledger.ts';

const owner = (principal: string, subAccount: string | null = null) => ({
  userId: 'abdul',
  member: 'KAND',
  dealer: 'ABD',
  principal,
  subAccount,
  capacity: 'P' as const,
  ref: '',
});
const contract = 'DEC26 WMAZ';
const bought = (quantity: number, price = 100) =>
  ({ contract, side: 'B', lots: lots(quantity), price: cents(price) }) as const;

describe('the ledger of positions', () => {
  it('begins a position with nothing in it, and gives each account in each contract a number of its own', () => {
    const ledger = new PositionLedger();
    expect(ledger.book(bought(5), { owner: owner('KAND') })).toEqual({
      positionSeq: 1,
      member: 'KAND',
      principal: 'KAND',
      subAccount: null,
      contract,
      opening: 0,
      bought: 5,
      sold: 0,
      net: 5,
      cost: 500,
      realised: 0,
    });
    expect(ledger.book(bought(2), { owner: owner('KAND', 'PROP') }).positionSeq).toBe(2);
    expect(ledger.book(bought(2), { owner: owner('9996S') }).positionSeq).toBe(3);
    expect(ledger.book({ ...bought(1), contract: 'MAR27 WMAZ' }, { owner: owner('KAND') }).positionSeq).toBe(
      4,
    );
    expect(ledger.book(bought(1), { owner: owner('KAND') })).toMatchObject({ positionSeq: 1, net: 6 });
  });

  it('knows the net of an account, and nothing of one that never dealt', () => {
    const ledger = new PositionLedger();
    ledger.book(bought(5), { owner: owner('KAND') });
    expect(ledger.net({ principal: 'KAND', subAccount: null }, contract)).toBe(5);
    expect(ledger.net({ principal: 'KAND', subAccount: 'PROP' }, contract)).toBe(0);
    expect(ledger.net({ principal: 'KAND', subAccount: null }, 'MAR27 WMAZ')).toBe(0);
  });

  it('folds a day anew from what stands, however it stood before', () => {
    const ledger = new PositionLedger();
    ledger.book(bought(5), { owner: owner('KAND') });
    ledger.roll(() => cents(110));
    ledger.book(bought(7, 120), { owner: owner('KAND') });
    const deals = [{ side: 'S', lots: lots(2), value: 260 }] as const;
    expect(ledger.refold(owner('KAND'), contract, { mtm: cents(110), deals })).toMatchObject({
      opening: 5,
      bought: 0,
      sold: 2,
      net: 3,
      cost: 330,
      realised: 40,
    });
  });

  it('forgets at the end of a day what is flat, and tells it once more', () => {
    const ledger = new PositionLedger();
    ledger.book(bought(5), { owner: owner('KAND') });
    ledger.book({ ...bought(5), side: 'S' }, { owner: owner('KAND') });
    ledger.book(bought(1), { owner: owner('9996S') });
    expect(ledger.roll(() => cents(110)).map(({ principal }) => principal)).toEqual(['KAND', '9996S']);
    expect(ledger.snapshot().positions.map(({ principal, cost }) => [principal, cost])).toEqual([
      ['9996S', 110],
    ]);
  });

  it('holds an account to a limit until it is taken away', () => {
    const ledger = new PositionLedger();
    expect(ledger.limitOf('KAND')).toBeUndefined();
    ledger.limit('KAND', lots(10));
    ledger.limit('9996S', lots(0));
    expect([ledger.limitOf('KAND'), ledger.limitOf('9996S')]).toEqual([10, 0]);
    ledger.limit('KAND', null);
    expect([ledger.limitOf('KAND'), ledger.limitOf('9996S')]).toEqual([undefined, 0]);
  });

  it('comes back from a snapshot with positions, limits and numbers, and shares nothing with it', () => {
    const ledger = new PositionLedger();
    ledger.book(bought(5), { owner: owner('KAND') });
    ledger.limit('KAND', lots(10));
    const saved = ledger.snapshot();
    const back = PositionLedger.from(saved);
    expect(back.snapshot()).toEqual(saved);
    expect(back.book(bought(1), { owner: owner('9996S') }).positionSeq).toBe(2);
    expect(back.book(bought(1), { owner: owner('KAND') }).net).toBe(6);
    expect(saved.positions[0]?.net).toBe(5);
    expect(back.limitOf('KAND')).toBe(10);
  });
});
