import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chunksInMemory, LongList } from '@openpit/venue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemberRows } from './member-rows.ts';
import { AscendingRecords, type Packing } from './record-store.ts';

interface Item {
  readonly key: number;
  readonly member: string;
  round: number;
  text: string;
}

const packing: Packing<Item> = {
  pack: ({ key, member, text }) => ({ key, member, text }),
  unpack: (packed: Omit<Item, 'round'>) => ({ ...packed, round: 0 }),
};
const newRecords = () => new AscendingRecords<Item>(packing, chunksInMemory);

describe('the records of a day', () => {
  it('equal the records of a map after any sequence of adding, changing, dropping and packing', () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('add'), skips: fc.nat(2), member: fc.constantFrom('KAND', 'VELD') }),
      fc.record({ what: fc.constantFrom('change', 'read', 'drop'), which: fc.nat(60) }),
      fc.constant({ what: 'settle' }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const records = newRecords();
        const model = new Map<number, readonly [member: string, text: string]>();
        let [next, round] = [7, 1];
        for (const step of steps) {
          const key = 'which' in step ? step.which : next;
          if ('member' in step) {
            next += 1 + step.skips;
            records.set(key, { key, member: step.member, round, text: 'new' });
            model.set(key, [step.member, 'new']);
          } else if (step.what === 'settle') {
            records.settle();
            round += 1;
          } else {
            const record = records.get(key);
            expect(record && [record.member, record.text]).toEqual(model.get(key));
            // Until the next round it is the same object: a change of it is a change of the record.
            expect(records.get(key)).toBe(record);
            if (step.what === 'drop') expect(records.delete(key)).toBe(model.delete(key));
            else if (step.what === 'change' && record !== undefined) {
              record.round = round;
              record.text = `changed in ${round}`;
              model.set(key, [record.member, record.text]);
            }
          }
        }
        const kept = (all: Iterable<Item>) => Array.from(all, ({ key, member, text }) => [key, member, text]);
        const expected = Array.from(model, ([key, [member, text]]) => [key, member, text]);
        expect(kept(records.values())).toEqual(expected);
        const ofVeld = Array.from(records.of('VELD')).filter((record) => record !== undefined);
        expect(kept(ofVeld)).toEqual(expected.filter(([, member]) => member === 'VELD'));
        expect(records.size).toBe(model.size);
        // A copy from the saved bytes has the newest records, and its records are packed like any others.
        const copy = newRecords();
        copy.load(records.save());
        for (let settled = 0; settled < 3; settled += 1) {
          expect(kept(copy.values())).toEqual(expected);
          expect([
            copy.size,
            ...kept(Array.from(copy.of('VELD')).filter((item) => item !== undefined)),
          ]).toEqual([model.size, ...expected.filter(([, member]) => member === 'VELD')]);
          copy.settle();
        }
        copy.set(next, { key: next, member: 'VELD', round: 0, text: 'later' });
        expect(copy.get(next)?.text).toBe('later');
      }),
    );
  });

  it('can be deleted while they are read', () => {
    const records = newRecords();
    for (let key = 3; key < 9; key += 1) records.set(key, { key, member: 'KAND', round: 1, text: '' });
    for (const { key } of records.values()) expect(records.delete(key)).toBe(true);
    expect([records.size, ...records.values()]).toEqual([0]);
    records.set(20, { key: 20, member: 'KAND', round: 1, text: 'of the next day' });
    expect(Array.from(records.values(), ({ text }) => text)).toEqual(['of the next day']);
  });

  it('are outside the heap', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const records = newRecords();
    const add = (from: number, to: number) => {
      for (let key = from; key < to; key += 1) {
        records.set(key, { key, member: 'KAND', round: key, text: `a text of record ${key}` });
        records.settle();
      }
    };
    add(0, 10_000);
    const before = heap();
    add(10_000, 60_000);
    // As objects they would take more than a hundred bytes each.
    expect((heap() - before) / 50_000).toBeLessThan(40);
    expect(records.get(12_345)?.text).toBe('a text of record 12345');
  });

  it('are in a change of a dealer once, however often they have changed', () => {
    const rows = new MemberRows<Item & { dealer: string }, Item>({ dataSetId: 1, rowOf: (item) => item });
    rows.openDealerStream({ member: 'KAND', dealer: 'BON' }, 1);
    const item = { key: 1, member: 'KAND', dealer: 'BON', round: 0, text: '' };
    rows.put(item);
    rows.changed(item);
    const changed: (readonly [string, number])[] = [];
    rows.takeChanges(2, {
      changeDataSet: (dataSetChange) =>
        changed.push([dataSetChange.audience.kind, dataSetChange.rows.length]),
    });
    expect(changed).toEqual([
      ['member', 1],
      ['dealer', 1],
    ]);
  });

  it('are packed while a snapshot is loaded', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const rows = new MemberRows<Item, Item>({
      dataSetId: 6,
      rowOf: (item) => item,
      daily: { ...packing, store: chunksInMemory },
    });
    const made: WeakRef<Item>[] = [];
    const saved = new LongList(function* () {
      for (let key = 0; key < 5_000; key += 1) yield key;
    });
    rows.load({ records: saved, streams: [], dealerStreams: [] }, (key) => {
      const item = { key, member: 'KAND', round: 0, text: `a text of record ${key}` };
      made.push(new WeakRef(item));
      return item;
    });
    // A referenced object lives until the end of the turn.
    await nextTurn();
    collect();
    expect(made.filter((item) => item.deref() !== undefined).length).toBeLessThanOrEqual(2_000);
    const shown = rows.rowsFor({ userId: 'u', member: 'KAND' });
    expect(Array.from(shown, (row) => row?.text)).toEqual(
      Array.from({ length: 5_000 }, (_, key) => `a text of record ${key}`),
    );
  });
});
