// @vitest-environment happy-dom
// The user's orders at one price of a ladder whose cells are narrow.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { contextWith } from '../../../actions/testing/action-context.ts';
import { activeOrder } from '../../../testing/rows.ts';
import { LadderRow } from './ladder-row.tsx';

afterEach(cleanup);

function renderRow(sideWidth: number, count: number): Element | null {
  const noOp = () => undefined;
  const { container } = render(
    <LadderRow
      actions={{
        context: contextWith(['deleteActiveOrder']),
        onDragStart: noOp,
        onDelete: noOp,
        onList: noOp,
      }}
      {...{ id: 'row', index: 0, top: 0, ticks: 1, priceText: '4,030.00', marks: '', markWords: '' }}
      {...{ isLast: false, bidQty: 10, offerQty: 0, largest: 10, dealt: 0, dealtShare: 0, isCursor: false }}
      {...{ chosen: null, droppedLots: null, droppedSide: null, dragged: null, crossPx: 20, sideWidth }}
      bids={Array.from({ length: count }, (_, at) => activeOrder({ activeOrderSeq: at + 1 }))}
      offers={[]}
    />,
  );
  return container.querySelector('[data-chip]');
}

it('an order has no button that the cell would cut off, because a click next to it sends an order', () => {
  expect(renderRow(90, 1)?.querySelector('button')?.getAttribute('aria-label')).toBe('Cancel own order 1');
  cleanup();
  const chip = renderRow(57, 1);
  expect(chip?.textContent).toBe('10');
  expect(chip?.getAttribute('data-chip')).toBe('1');
  expect(chip?.querySelector('button')).toBeNull();
});

it('says in words how many orders one sum contains, and nothing in it looks like a button that cancels', () => {
  expect(renderRow(57, 2)?.textContent).toBe('20…');
  cleanup();
  expect(renderRow(142, 3)?.textContent).toBe('30 in 3 orders');
  expect(screen.getByRole('button', { name: '30 in 3 orders of yours: list them' })).not.toBeNull();
});
