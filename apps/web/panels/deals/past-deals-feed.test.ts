import type { PastDealsReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../http/call-result.ts';
import type { PastDealsRequest } from '../../http/history.ts';
import { dealRow } from '../../testing/rows.ts';
import { createPastDealsFeed, noFilter } from './past-deals-feed.ts';

interface Asked {
  readonly request: PastDealsRequest;
  readonly answer: (result: CallResult<PastDealsReply>) => void;
}

/** A feed whose requests the test answers. */
function openFeed() {
  const asked: Asked[] = [];
  const feed = createPastDealsFeed({
    getPastDeals: (request) => new Promise((answer) => asked.push({ request, answer })),
    now: () => 1_000,
  });
  return { feed, asked };
}

const page = (dealSeqs: readonly number[], next: string | null = null): CallResult<PastDealsReply> => ({
  kind: 'ok',
  value: {
    rows: dealSeqs.map((dealSeq) => ({ ...dealRow({ dealSeq }), businessDay: '2026-11-17' })),
    next,
    asOf: 9,
  },
});
const failed: CallResult<PastDealsReply> = { kind: 'unknown', message: 'No reply.', errorText: 'No reply.' };
const numbers = ({ feed }: ReturnType<typeof openFeed>) => feed.state().deals.map(({ dealSeq }) => dealSeq);

describe('the deals of all days', () => {
  it('[PANEL-10] load with their filter, then page by page from the newest backwards', async () => {
    const opened = openFeed();
    const { feed, asked } = opened;
    const filter = { ...noFilter, principal: '9996S' };
    const loading = feed.load(filter);
    expect(feed.state()).toMatchObject({ status: 'loading', loadedAt: null });
    expect(asked[0]?.request).toMatchObject({ filter, cursor: null });
    asked[0]?.answer(page([9, 8], 'c1'));
    await loading;
    expect(feed.state()).toMatchObject({ status: 'success', next: 'c1', loadedAt: 1_000 });

    const earlier = feed.loadEarlier();
    expect(feed.state().isLoadingEarlier).toBe(true);
    void feed.loadEarlier();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.request).toMatchObject({ filter, cursor: 'c1' });
    asked[1]?.answer(page([7]));
    await earlier;
    expect(numbers(opened)).toEqual([9, 8, 7]);
    expect(feed.state()).toMatchObject({ next: null, isLoadingEarlier: false });
    await feed.loadEarlier();
    expect(asked).toHaveLength(2);
  });

  it('drop the answer to an older filter', async () => {
    const opened = openFeed();
    const { feed, asked } = opened;
    const older = feed.load(noFilter);
    const newer = feed.load({ ...noFilter, contract: 'DEC26 WMAZ' });
    expect(asked[0]?.request.signal.aborted).toBe(true);
    asked[1]?.answer(page([5]));
    asked[0]?.answer(page([9]));
    await Promise.all([older, newer]);
    expect(numbers(opened)).toEqual([5]);
    expect(feed.state().filter.contract).toBe('DEC26 WMAZ');
  });

  it('say why they could not be loaded, and keep what is there when only earlier ones fail', async () => {
    const opened = openFeed();
    const { feed, asked } = opened;
    const loading = feed.load(noFilter);
    asked[0]?.answer(failed);
    await loading;
    expect(feed.state()).toMatchObject({ status: 'error', fault: 'No reply.' });

    const again = feed.load(noFilter);
    asked[1]?.answer(page([9], 'c1'));
    await again;
    const earlier = feed.loadEarlier();
    asked[2]?.answer(failed);
    await earlier;
    expect(numbers(opened)).toEqual([9]);
    expect(feed.state()).toMatchObject({ status: 'success', fault: 'No reply.', next: 'c1' });
  });
});
