import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksInMemory } from '../kernel/chunk-store.ts';
import { asPrice, lots } from '../kernel/units.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';
import { type FirstResult, RequestLedger, rememberedDays } from './request-ledger.ts';

describe('request ids', () => {
  it('answer a repeated command with its first result and change nothing', () => {
    const market = TestMarket.opened();
    const first = market.by('abdul', anOrder, 'r-1');
    const before = JSON.stringify(market.memory());
    const again = market.by('abdul', anOrder, 'r-1');
    expect(again).toMatchObject({ repeats: first.seq, verdict: first.verdict, events: [] });
    expect(JSON.stringify(market.memory())).toBe(before);
  });

  it('are rejected for another command, belong to one user, and repeat rejections as well', () => {
    const market = TestMarket.opened();
    market.by('abdul', anOrder, 'r-1');
    expect(rejectionOf(market.by('abdul', { ...anOrder, lots: lots(11) }, 'r-1'))).toBe('requestIdReused');
    expect(rejectionOf(market.by('denise', { ...anOrder, principal: 'VELD' }, 'r-1'))).toBeNull();
    market.by('abdul', { ...anOrder, price: asPrice(1) }, 'r-2');
    const again = market.by('abdul', { ...anOrder, price: asPrice(1) }, 'r-2');
    expect(rejectionOf(again)).toBe('priceOffTick');
    expect(again.repeats).not.toBeNull();
  });

  it('are rejected as too old if they are of an earlier day', () => {
    const market = TestMarket.opened();
    market.by('abdul', anOrder, 'r-1');
    market.operate({ kind: 'endDay' });
    expect(rejectionOf(market.by('abdul', anOrder, 'r-1'))).toBe('requestTooOld');
    expect(market.orders).toEqual([]);
  });
});

type Ledger = RequestLedger<{ readonly answer: number }>;
const result = (seq: number): FirstResult<{ readonly answer: number }> => ({
  seq,
  contents: `contents ${seq}`,
  verdict: { answer: seq },
});

/** Ends a day as the market does, in blocks. */
function endDay(ledger: Ledger): void {
  ledger.beginEndOfDay();
  while (ledger.moveIds(3) > 0);
}

/** At least this many ids of user u1 whose FNV-1a hash is the same: each additional pair of texts with one hash doubles them. */
function idsWithOneHash(min: number): string[] {
  const prime = 0x01000193;
  let state = 0x811c9dc5 | 0;
  for (const unit of 'u1 ') state = Math.imul(state ^ unit.charCodeAt(0), prime);
  let ids = [''];
  while (ids.length < min) {
    // Two first units that leave a difference only in the lower half of the state differs, which a second unit can make equal.
    const byUpperHalf = new Map<number, number>();
    for (let unit = 0; ; unit += 1) {
      const after = Math.imul(state ^ unit, prime);
      const other = byUpperHalf.get(after >>> 16);
      byUpperHalf.set(after >>> 16, unit);
      if (other === undefined) continue;
      const second = 'a'.charCodeAt(0);
      const otherSecond = second ^ after ^ Math.imul(state ^ other, prime);
      const texts = [String.fromCharCode(unit, second), String.fromCharCode(other, otherSecond)];
      ids = ids.flatMap((id) => texts.map((text) => id + text));
      state = Math.imul(after ^ second, prime);
      break;
    }
  }
  return ids;
}

describe('the ledger of request ids', () => {
  it('finds the same ids as a simple table of whole texts, after ends of days, within them, and after a restart', () => {
    const senders = ['u1', 'u 1', 'operator'];
    const ids = fc.oneof(fc.uuid(), fc.string({ maxLength: 3 }), fc.constantFrom('r-1', '1 r-1', ''));
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.tuple(fc.constantFrom(...senders), ids) },
      { weight: 1, arbitrary: fc.constantFrom('end', 'begin', 'restart') },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let ledger: Ledger = new RequestLedger(chunksInMemory);
        let today = new Map<string, FirstResult<unknown>>();
        let earlier: Set<string>[] = [];
        let isEnding = false;
        const keys = new Set<string>();
        for (const [at, step] of steps.entries()) {
          if (step === 'restart')
            ledger = RequestLedger.load(JSON.parse(JSON.stringify(ledger.save())), chunksInMemory);
          else if (isEnding || step === 'end') {
            // No command of a user is handled within the end of a day.
            if (isEnding) while (ledger.moveIds(3) > 0);
            else endDay(ledger);
            if (!isEnding) earlier = [new Set<string>(), ...earlier].slice(0, rememberedDays);
            isEnding = false;
            for (const key of today.keys()) earlier[0]?.add(key);
            today = new Map();
          } else if (step === 'begin') {
            ledger.beginEndOfDay();
            earlier = [new Set<string>(), ...earlier].slice(0, rememberedDays);
            const moved = ledger.moveIds(2);
            for (const key of [...today.keys()].slice(0, moved)) {
              today.delete(key);
              earlier[0]?.add(key);
            }
            isEnding = true;
          } else {
            const [sender, requestId] = step;
            const key = `${sender} ${requestId}`;
            keys.add(key);
            const isKnown = today.has(key) || earlier.some((day) => day.has(key));
            if (ledger.find(sender, requestId, '').kind === 'new') {
              expect(isKnown).toBe(false);
              ledger.remember(sender, requestId, result(at));
              today.set(key, result(at));
            }
          }
        }
        for (const key of keys) {
          const [sender, requestId] = [
            key.slice(0, key.lastIndexOf(' ')),
            key.slice(key.lastIndexOf(' ') + 1),
          ];
          const first = today.get(key);
          const seen = ledger.find(sender, requestId, first?.contents ?? '');
          if (first !== undefined) expect(seen).toEqual({ kind: 'repeat', first });
          else expect(seen.kind).toBe(earlier.some((day) => day.has(key)) ? 'tooOld' : 'new');
        }
        expect(JSON.parse(JSON.stringify(ledger.save()))).toEqual({
          today: [...today],
          earlier: earlier.map((day) => [...day]),
        });
      }),
    );
  });

  it('tells ids apart that have the same hash, however many there are', () => {
    const sameHash = idsWithOneHash(40);
    const ledger: Ledger = new RequestLedger(chunksInMemory);
    for (const [seq, id] of sameHash.entries()) {
      expect(ledger.find('u1', id, '')).toEqual({ kind: 'new' });
      ledger.remember('u1', id, result(seq));
    }
    // More ids make the tables grow.
    for (let seq = 100; seq < 20_000; seq += 1) ledger.remember('u2', `r-${seq}`, result(seq));
    const loaded = RequestLedger.load(ledger.save(), chunksInMemory);
    for (const copy of [ledger, loaded]) {
      for (const [seq, id] of sameHash.entries())
        expect(copy.find('u1', id, `contents ${seq}`)).toEqual({ kind: 'repeat', first: result(seq) });
      expect(copy.find('u1', 'another', '').kind).toBe('new');
      expect(copy.find('u2', 'r-19999', 'contents 19999').kind).toBe('repeat');
      copy.remember('u1', 'another', result(20_000));
      expect(copy.find('u1', 'another', 'contents 20000').kind).toBe('repeat');
    }
  });

  it('keeps ids and results outside the heap', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const ledger: Ledger = new RequestLedger(chunksInMemory);
    const remember = (from: number, to: number) => {
      for (let seq = from; seq < to; seq += 1)
        ledger.remember('u1', `7c1d2a3b-0f4e-4aaa-8bbb-${String(seq).padStart(12, '0')}`, {
          seq,
          contents: String(seq).padStart(16, '0'),
          verdict: { answer: seq },
        });
    };
    remember(0, 10_000);
    const before = heap();
    remember(10_000, 60_000);
    // In a map they took three hundred bytes each.
    expect((heap() - before) / 50_000).toBeLessThan(40);
    expect(ledger.find('u1', '7c1d2a3b-0f4e-4aaa-8bbb-000000012345', '0000000000012345').kind).toBe('repeat');
  });
});
