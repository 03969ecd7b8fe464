import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { createOwnContracts } from './own-contracts.ts';

interface Row {
  readonly id: number;
  readonly contract: string;
}

function ownMarket() {
  const positions = createKeyedStore<Row, number>(({ id }) => id, createManualScheduler());
  const orders = createKeyedStore<Row, number>(({ id }) => id, createManualScheduler());
  const watched = new Map<string, number>();
  const log: string[] = [];
  const own = createOwnContracts({
    stores: [positions, orders],
    watch: (contracts) => {
      for (const contract of contracts) {
        const count = watched.get(contract) ?? 0;
        if (count === 0) log.push(`+${contract}`);
        watched.set(contract, count + 1);
      }
      return () => {
        for (const contract of contracts) {
          const count = watched.get(contract) ?? 0;
          if (count === 1) log.push(`-${contract}`);
          watched.set(contract, count - 1);
        }
      };
    },
  });
  return { positions, orders, own, log };
}

describe('the contracts of own positions and orders', () => {
  it('[review 13] are watched from the arrival of the first row until the last one is gone, without a gap', () => {
    const { positions, orders, own, log } = ownMarket();
    positions.merge([{ id: 1, contract: 'DEC26 WMAZ' }]);
    own.update();
    orders.merge([
      { id: 7, contract: 'DEC26 WMAZ' },
      { id: 8, contract: 'MAR27 YMAZ' },
    ]);
    own.update();
    positions.clear();
    own.update();
    expect(log).toEqual(['+DEC26 WMAZ', '+MAR27 YMAZ']);
    expect(own.has('DEC26 WMAZ')).toBe(true);
    orders.remove([7]);
    own.update();
    expect(log).toEqual(['+DEC26 WMAZ', '+MAR27 YMAZ', '-DEC26 WMAZ']);
    expect(own.has('DEC26 WMAZ')).toBe(false);
  });
});
