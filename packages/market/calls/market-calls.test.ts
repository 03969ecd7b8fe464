// The answers about requests of a market that was restored from a backup: requests in its record, and requests that it has lost. Also the
// list of a user's actions.
import { Projections } from '@openpit/projections';
import { lots, Venue } from '@openpit/venue';
import { anOrder, TestMarket } from '@openpit/venue/testing';
import { paths } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { outcomeOfRequest, ownActionsOf } from './market-calls.ts';

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** A market with a backup to restore it from. */
function marketWithBackup() {
  const market = TestMarket.opened();
  let [view, applied] = [new Projections(), 0];
  const sync = () => {
    for (const outcome of market.outcomes.slice(applied)) view.apply(outcome);
    applied = market.outcomes.length;
  };
  const ask = (requestId: string, path: string = paths.orderByRequestId) => {
    sync();
    const firstUseOf = async (user: string, id: string) => market.venue.firstUseOf(user, id);
    return outcomeOfRequest({ view, firstUseOf }, { userId: 'abdul', requestId, path });
  };
  const backUp = () => {
    sync();
    const saved = copy({ venue: market.venue.snapshot(), view: view.save() });
    return () => {
      sync();
      market.venue = Venue.from(saved.venue);
      view = Projections.from(saved.view);
    };
  };
  const listed = (userId: string, after?: number) => {
    sync();
    return ownActionsOf(view, userId, after).actions;
  };
  return { market, ask, backUp, listed };
}

describe('the outcome of a request, after a backup was restored', () => {
  it('is known for requests in the backup, and no other request is reported as not carried out', async () => {
    const { market, ask, backUp } = marketWithBackup();
    market.by('abdul', anOrder, 'kept');
    const restore = backUp();
    // Acknowledged, and lost with the disk.
    const { seq } = market.by('abdul', anOrder, 'lost');
    expect(await ask('lost')).toMatchObject({ outcome: 'accepted', reply: { seq } });
    restore();
    expect(await ask('kept')).toMatchObject({ outcome: 'accepted', reply: { activeOrderSeq: 1 } });
    for (const path of [paths.orderByRequestId, paths.dealByRequestId, paths.siloByRequestId])
      for (const id of ['lost', 'never-sent']) {
        const answer = await ask(id, path).catch((error: unknown) => error);
        expect(answer).toMatchObject({
          body: {
            status: 404,
            message: expect.stringMatching(/no record of your request .*look at your orders/),
          },
        });
        expect(JSON.stringify(answer)).not.toMatch(/not carried out|never reached|was not/);
      }
  });

  it('is the outcome of the second attempt where the first was lost, which is carried out once', async () => {
    const { market, ask, backUp } = marketWithBackup();
    const restore = backUp();
    market.by('abdul', anOrder, 'again');
    restore();
    const first = market.by('abdul', anOrder, 'again');
    expect(first.repeats).toBeNull();
    expect(market.by('abdul', anOrder, 'again').repeats).toBe(first.seq);
    expect(await ask('again')).toMatchObject({ outcome: 'accepted', reply: { seq: first.seq } });
    expect(market.orders).toHaveLength(1);
  });

  it('is said to be of an earlier day where the day has ended since the backup', async () => {
    const { market, ask, backUp } = marketWithBackup();
    market.by('abdul', { ...anOrder, lots: lots(3) }, 'kept');
    const restore = backUp();
    restore();
    market.operate({ kind: 'endDay' });
    await expect(ask('kept')).rejects.toMatchObject({ body: { status: 409, code: 'outcomeTooOld' } });
  });
});

describe('the list of the actions of a user', () => {
  it('[ACT-1] lists accepted and rejected commands of the user, and no commands of others', () => {
    const { market, listed } = marketWithBackup();
    const { seq } = market.by('abdul', anOrder, 'first');
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: 1 }, 'second');
    market.by('abdul', { ...anOrder, lots: lots(0) }, 'third');
    market.by('abdul', { kind: 'cancelAllActiveOrders', filter: {}, includeHoldOver: true }, 'fourth');
    market.by('abdul', anOrder, 'first');
    const terms = { contract: 'DEC26 WMAZ', side: 'B', qty: 10, price: 4034.8 };
    expect(listed('abdul')).toMatchObject([
      { requestId: 'first', seq, orders: [{ ...terms, reply: { activeOrderSeq: 1, state: 'Active' } }] },
      { requestId: 'second', orders: [{ ...terms, reply: { state: 'Suspended', remaining: 10 } }] },
      { requestId: 'third', orders: [{ activeOrderSeq: null, qty: 0, reply: null }], error: { status: 422 } },
      { requestId: 'fourth', command: 'cancelAllActiveOrders', orders: [], numbers: ['1'], error: null },
    ]);
    expect(listed('abdul', seq).map(({ requestId }) => requestId)).toEqual(['second', 'third', 'fourth']);
    expect(listed('lerato')).toEqual([]);
  });

  it('is in a backup, ends with the business day, and keeps the newest 500', () => {
    const { market, listed, backUp } = marketWithBackup();
    for (let count = 0; count <= 500; count += 1)
      market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: 7 }, `r-${count}`);
    const before = listed('abdul');
    expect([before.length, before[0]?.requestId]).toEqual([500, 'r-1']);
    backUp()();
    expect(listed('abdul')).toEqual(before);
    market.operate({ kind: 'endDay' });
    expect(listed('abdul')).toEqual([]);
  });
});
