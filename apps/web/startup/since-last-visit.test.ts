// News about the time since the last visit.
import type { DealRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { dealsLine, lastVisitOf, ordersLine } from './since-last-visit.tsx';

type Deal = Pick<DealRow, 'side' | 'qty' | 'state'>;
const deal = (side: Deal['side'], qty: number, state: Deal['state'] = 'Open'): Deal => ({ side, qty, state });
const page = <Row>(...rows: Row[]) => ({ rows, next: null });

describe('[START-3] since the last visit', () => {
  it('counts the orders by how they have ended, and the lots of the deals', () => {
    const orders = page<{ state: 'Filled' | 'Expired' }>(
      { state: 'Filled' },
      { state: 'Expired' },
      { state: 'Filled' },
    );
    expect(ordersLine(orders)).toBe('2 filled, 1 expired');
    expect(ordersLine(page())).toBe('None has ended');
    expect(dealsLine(page(deal('B', 12), deal('S', 1)))).toBe('12 lots bought, 1 lot sold');
    expect(dealsLine(page())).toBe('None');
  });

  it('counts no deal that was replaced by others or cancelled', () => {
    const split = page(
      deal('B', 10, 'Split'),
      deal('B', 6),
      deal('B', 4, 'Assigning'),
      deal('S', 3, 'Cancelled'),
    );
    expect(dealsLine(split)).toBe('10 lots bought, 0 lots sold');
    expect(dealsLine(page(deal('S', 3, 'Cancelled')))).toBe('None');
  });

  it('says so if there are more than it has read', () => {
    expect(dealsLine({ rows: [deal('S', 2)], next: 'older' })).toBe('At least 0 lots bought, 2 lots sold');
    expect(ordersLine({ rows: [{ state: 'Killed' }], next: 'older' })).toBe('At least 1 killed');
  });

  it('recognises only a past visit of the same user, whatever the stored value', () => {
    expect(lastVisitOf('thandi m', '1000 thandi m', 2_000)).toBe(1_000);
    expect(lastVisitOf('pieter', '1000 thandi', 2_000)).toBeNull();
    expect(lastVisitOf('thandi', '1000 thandi', 900)).toBeNull();
    for (const text of [null, '', 'thandi', '{} thandi', '1.5 thandi', '-1 thandi'])
      expect(lastVisitOf('thandi', text, 2_000)).toBeNull();
  });
});
