// The table of the day's deals: every deal is read as it was written, changed and saved.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksInMemory } from '../kernel/chunk-store.ts';
import { packedBytesOf } from '../kernel/long-list.ts';
import { epochMs, lots } from '../kernel/units.ts';
import { copyOf, type Deal } from './deal.ts';
import { DealTable, packedDealItems } from './deal-table.ts';

const states = ['Open', 'Assigning', 'Split', 'Cumulated', 'Assigned', 'Tripartite', 'Cancelled'] as const;
const member = fc.constantFrom('KAND', 'VELD');
const positive = fc.integer({ min: 1, max: 2 ** 31 });
/** More than 32 bits. */
const long = fc.integer({ min: 1, max: 2 ** 50 });
const text = fc.oneof(fc.constant(''), fc.string());
const option = fc.option(fc.record({ volatility: fc.option(positive), reference: positive }));
const owner = fc.record({
  userId: fc.constantFrom('thandi', 'pieter'),
  member,
  dealer: fc.constantFrom('TM', 'PV'),
  principal: fc.constantFrom('KAND', '9996S'),
  subAccount: fc.option(fc.constantFrom('EAST', '')),
  capacity: fc.constantFrom('P', 'A'),
  ref: text,
});
const change = fc.record({
  value: fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
  option,
  owner,
  linkedGroup: fc.option(long),
  state: fc.constantFrom(...states),
});
const deal = fc
  .record({
    dealSeq: fc.constant(0),
    matchSeq: long,
    contract: fc.constantFrom('DEC26 WMAZ', 'MAR27 WMAZ'),
    side: fc.constantFrom('B', 'S'),
    lots: positive,
    value: fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
    averagePrice: fc.option(fc.integer()),
    owner,
    counterparty: fc.oneof(member, fc.constant('')),
    isDisclosed: fc.boolean(),
    origin: fc.constantFrom('screen', 'split', 'reported', 'exercise', 'delivery'),
    linkedGroup: fc.option(long),
    activeOrderSeq: fc.option(long),
    isAggressor: fc.boolean(),
    option,
    dealtAt: long.map(epochMs),
    state: fc.constantFrom(...states),
    isMatched: fc.boolean(),
    madeOf: fc.array(positive, { maxLength: 3 }),
  })
  .map((terms) => ({ ...terms, lots: lots(terms.lots) }) as unknown as Deal);

it('returns each deal as it was added and changed, in the order of the numbers, before and after it is saved', () => {
  const steps = fc.array(fc.record({ deal, changed: fc.option(fc.nat()), change }), { maxLength: 30 });
  const rounds = fc.array(steps, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(rounds, fc.integer({ min: 1, max: 2 ** 40 }), (days, first) => {
      let table = new DealTable(chunksInMemory);
      let next = first;
      for (const day of days) {
        table.clear();
        const model: Deal[] = [];
        for (const { deal, changed, change } of day) {
          const added = { ...deal, dealSeq: next };
          next += 1;
          model.push({ ...added });
          expect(copyOf(table.add(added))).toEqual(added);
          const at = changed === null ? undefined : model[changed % model.length];
          if (at === undefined) continue;
          // A deal stays with its member.
          const terms = { ...change, owner: { ...change.owner, member: at.owner.member } };
          Object.assign(at, terms);
          Object.assign(table.get(at.dealSeq) ?? {}, terms);
        }
        const check = () => {
          expect(Array.from(table.all(), copyOf)).toEqual(model);
          for (const { contract, owner } of model) {
            const own = model.filter(
              (deal) => deal.contract === contract && deal.owner.member === owner.member,
            );
            expect(table.of(contract, owner.member).map(copyOf)).toEqual(own);
          }
          expect(table.get(next)).toBeUndefined();
        };
        check();
        const saved = table.save();
        const packed = packedBytesOf(saved);
        if (packed === null) throw new Error('The deals are not packed.');
        expect([...packedDealItems(packed)]).toEqual(model);
        expect(JSON.parse(JSON.stringify(saved))).toEqual(model);
        const loaded = new DealTable(chunksInMemory);
        loaded.load(packed);
        table = loaded;
        check();
      }
    }),
  );
});

it('rejects a deal with the number of an earlier one', () => {
  const table = new DealTable(chunksInMemory);
  const [made] = fc.sample(deal, { seed: 1, numRuns: 1 });
  if (made === undefined) throw new Error('There is no deal.');
  table.add({ ...made, dealSeq: 7 });
  expect(() => table.add({ ...made, dealSeq: 7 })).toThrow('added after a later one');
});
