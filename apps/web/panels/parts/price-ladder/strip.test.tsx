// @vitest-environment happy-dom
// The numbers on the buttons of the strip, the orders that each button acts on, and the lots of one click.
import { type ActiveOrderRow, newPreferenceDocument } from '@openpit/wire';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextWith } from '../../../actions/testing/action-context.ts';
import { usePreferences, useSession } from '../../../stores/session.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import { activeOrder, marketRow } from '../../../testing/rows.ts';
import { ownOrdersIn } from '../own/orders.ts';
import { useLots } from './bar.tsx';
import type { LadderOrders } from './rules.ts';
import { useOwnStrip } from './strip.tsx';

const contract = 'DEC26 WMAZ';
const orders: readonly ActiveOrderRow[] = [
  activeOrder({ activeOrderSeq: 1, contract, side: 'B' }),
  activeOrder({ activeOrderSeq: 2, contract, side: 'B', state: 'Suspended' }),
  activeOrder({ activeOrderSeq: 3, contract, side: 'S' }),
  activeOrder({ activeOrderSeq: 4, contract, side: 'S' }),
  activeOrder({ activeOrderSeq: 5, contract, side: 'S', state: 'Pre-market' }),
  activeOrder({ activeOrderSeq: 6, contract: 'MAR27 WMAZ', side: 'B' }),
];
const context = contextWith(['deleteActiveOrder', 'cancelAllActiveOrders']);

const cancelled: (readonly number[])[] = [];
const numbersOf = (those: readonly ActiveOrderRow[]) => those.map(({ activeOrderSeq }) => activeOrderSeq);
const acts: Pick<LadderOrders, 'cancel' | 'cancelAll'> = {
  cancel: (those) => cancelled.push(numbersOf(those)),
  cancelAll: () => cancelled.push(numbersOf(ownOrdersIn(contract).orders)),
};

function Strip() {
  const { strip } = useOwnStrip({
    row: marketRow(contract),
    positions: [],
    allOrders: orders,
    orders: acts as LadderOrders,
    anchorOf: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
    isArmed: false,
    context,
  });
  return strip;
}

beforeEach(() => {
  useSession.setState({ hqAccess: null });
  dataSetStores.activeOrders.replaceAll(orders);
  cancelled.length = 0;
});
afterEach(() => {
  cleanup();
  dataSetStores.activeOrders.replaceAll([]);
});

it('each Cancel button counts the orders that it would cancel: bids and offers add up to all, suspended orders included', () => {
  render(<Strip />);
  const names = ['Bids', 'Offers', 'All'];
  const buttons = names.map((name) => screen.getByRole('button', { name: new RegExp(`^Cancel ${name}`) }));
  const counts = buttons.map(({ textContent }) => Number(textContent?.replace(/\D/g, '')));
  expect(counts).toEqual([2, 3, 5]);
  for (const button of buttons) fireEvent.click(button);
  expect(cancelled.map(({ length }) => length)).toEqual(counts);
  expect(cancelled[2]).toEqual([...(cancelled[0] ?? []), ...(cancelled[1] ?? [])]);
  expect(buttons.map(({ dataset }) => dataset.tip?.includes('1 of them suspended'))).toEqual([
    true,
    false,
    true,
  ]);
});

it('[PREF-7] the lots of one click follow the preferences until the user has chosen others', () => {
  const prefer = (defaultOrderQuantity: number, maxOrderQuantity: number) => {
    const { defaults, ...document } = newPreferenceDocument();
    usePreferences.setState({
      document: { ...document, defaults: { ...defaults, defaultOrderQuantity, maxOrderQuantity } },
    });
  };
  prefer(10, 500);
  const { result } = renderHook(useLots);
  expect(result.current).toMatchObject({ lotsText: '10', lots: 10, maxLots: 500 });
  act(() => prefer(25, 20));
  expect(result.current).toMatchObject({ lotsText: '20', lots: 20, maxLots: 20 });
  act(() => result.current.onLots('7'));
  act(() => prefer(3, 5));
  expect(result.current).toMatchObject({ lotsText: '7', lots: null, lotsError: expect.any(String) });
  prefer(1, 1);
});
