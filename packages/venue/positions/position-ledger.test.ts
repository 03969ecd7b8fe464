import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import { contractNamed } from '../reference/market.ts';
import { TestMarket } from '../testing/test-market.ts';
import { PositionLedger } from './position-ledger.ts';

const account = (principal: string, subAccount: string | null = null) => ({
  member: 'KAND',
  principal,
  subAccount,
});
const { reference } = TestMarket.opened();
const december = contractNamed(reference, 'DEC26 WMAZ');
const march = contractNamed(reference, 'MAR27 WMAZ');
const bought = (quantity: number, price = 100) =>
  ({ side: 'B', lots: lots(quantity), price: asPrice(price), matchSeq: 1 }) as const;

describe('the ledger of positions', () => {
  it('opens a position with its own number for each account and contract', () => {
    const ledger = new PositionLedger();
    expect(ledger.book(account('KAND'), december, bought(5))).toEqual({
      positionSeq: 1,
      member: 'KAND',
      principal: 'KAND',
      subAccount: null,
      contract: 'DEC26 WMAZ',
      opening: 0,
      bought: 5,
      sold: 0,
      net: 5,
      cost: 500,
      realised: 0,
      abandoned: 0,
      instruction: null,
    });
    expect(ledger.book(account('KAND', 'PROP'), december, bought(2)).positionSeq).toBe(2);
    expect(ledger.book(account('9996S'), december, bought(2)).positionSeq).toBe(3);
    expect(ledger.book(account('KAND'), march, bought(1)).positionSeq).toBe(4);
    expect(ledger.book(account('KAND'), december, bought(1))).toMatchObject({ positionSeq: 1, net: 6 });
  });

  it('has the net position of an account, and zero for an account that never dealt', () => {
    const ledger = new PositionLedger();
    ledger.book(account('KAND'), december, bought(5));
    expect(ledger.net({ principal: 'KAND', subAccount: null }, december)).toBe(5);
    expect(ledger.net({ principal: 'KAND', subAccount: 'PROP' }, december)).toBe(0);
    expect(ledger.net({ principal: 'KAND', subAccount: null }, march)).toBe(0);
  });

  it('computes a day again from the standing deals, regardless of the earlier position', () => {
    const ledger = new PositionLedger();
    ledger.book(account('KAND'), december, bought(5));
    ledger.roll(december, asPrice(110));
    ledger.book(account('KAND'), december, bought(7, 120));
    const deals = [{ side: 'S', lots: lots(2), value: 260 }] as const;
    const day = { mtm: asPrice(110), deals, cause: { matchSeq: 1 } };
    expect(ledger.refold(account('KAND'), december, day)).toMatchObject({
      opening: 5,
      bought: 0,
      sold: 2,
      net: 3,
      cost: 330,
      realised: 40,
    });
  });

  it('returns flat positions at the end of a day for the last time and drops them', () => {
    const ledger = new PositionLedger();
    ledger.book(account('KAND'), december, bought(5));
    ledger.book(account('KAND'), december, { ...bought(5), side: 'S' });
    ledger.book(account('9996S'), december, bought(1));
    expect(ledger.roll(december, asPrice(110)).map(({ principal }) => principal)).toEqual(['KAND', '9996S']);
    expect(ledger.save().positions.map(({ principal, cost }) => [principal, cost])).toEqual([['9996S', 110]]);
  });

  it('keeps the limit of an account until it is removed', () => {
    const ledger = new PositionLedger();
    expect(ledger.limitOf('KAND')).toBeUndefined();
    ledger.limit('KAND', lots(10));
    ledger.limit('9996S', lots(0));
    expect([ledger.limitOf('KAND'), ledger.limitOf('9996S')]).toEqual([10, 0]);
    ledger.limit('KAND', null);
    expect([ledger.limitOf('KAND'), ledger.limitOf('9996S')]).toEqual([undefined, 0]);
  });

  it('is loaded with positions, limits and numbers, and shares no object with the saved state', () => {
    const ledger = new PositionLedger();
    ledger.book(account('KAND'), december, bought(5));
    ledger.limit('KAND', lots(10));
    const saved = ledger.save();
    const loaded = PositionLedger.load(saved, reference);
    expect(loaded.save()).toEqual(saved);
    expect(loaded.book(account('9996S'), december, bought(1)).positionSeq).toBe(2);
    expect(loaded.book(account('KAND'), december, bought(1)).net).toBe(6);
    expect(saved.positions[0]?.net).toBe(5);
    expect(loaded.limitOf('KAND')).toBe(10);
  });
});
