import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../transport/calls.ts';
import { createPagedFeed, type Page, type PageRequest } from './paged-feed.ts';

interface AskedPage {
  readonly request: PageRequest<string>;
  readonly answer: (result: CallResult<Page<number>>) => void;
}

/** A feed whose requests the test answers; its query is a text, its rows are numbers. */
function openFeed() {
  const asked: AskedPage[] = [];
  const feed = createPagedFeed<string, number>({
    first: 'all',
    getPage: (request) => new Promise((answer) => asked.push({ request, answer })),
    now: () => 1_000,
  });
  return { feed, asked };
}

const page = (rows: readonly number[], next: string | null = null): CallResult<Page<number>> => ({
  kind: 'ok',
  value: { rows, next },
});
const failed: CallResult<Page<number>> = { kind: 'unknown', message: 'No reply.', errorText: 'No reply.' };

describe('rows that are loaded page by page', () => {
  it('[PANEL-10] [DATA-1] load for their query, then page by page from the newest backwards', async () => {
    const { feed, asked } = openFeed();
    expect(feed.state()).toMatchObject({ query: 'all', status: 'notStarted' });
    const loading = feed.load('9996S');
    expect(feed.state()).toMatchObject({ status: 'loading', loadedAt: null });
    expect(asked[0]?.request).toMatchObject({ query: '9996S', cursor: null });
    asked[0]?.answer(page([9, 8], 'c1'));
    await loading;
    expect(feed.state()).toMatchObject({ status: 'success', next: 'c1', loadedAt: 1_000 });

    const earlier = feed.loadEarlier();
    expect(feed.state().isLoadingEarlier).toBe(true);
    void feed.loadEarlier();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.request).toMatchObject({ query: '9996S', cursor: 'c1' });
    asked[1]?.answer(page([7]));
    await earlier;
    expect(feed.state()).toMatchObject({ rows: [9, 8, 7], next: null, isLoadingEarlier: false });
    await feed.loadEarlier();
    expect(asked).toHaveLength(2);
  });

  it('drop the answer to an older query', async () => {
    const { feed, asked } = openFeed();
    const older = feed.load('all');
    const newer = feed.load('KAND');
    expect(asked[0]?.request.signal.aborted).toBe(true);
    asked[1]?.answer(page([5]));
    asked[0]?.answer(page([9]));
    await Promise.all([older, newer]);
    expect(feed.state()).toMatchObject({ query: 'KAND', rows: [5] });
  });

  it('say why they could not be loaded, and keep the loaded deals if only earlier ones fail', async () => {
    const { feed, asked } = openFeed();
    const loading = feed.load('all');
    asked[0]?.answer(failed);
    await loading;
    expect(feed.state()).toMatchObject({ status: 'error', fault: 'No reply.' });

    const again = feed.load('all');
    asked[1]?.answer(page([9], 'c1'));
    await again;
    const earlier = feed.loadEarlier();
    asked[2]?.answer(failed);
    await earlier;
    expect(feed.state()).toMatchObject({ rows: [9], status: 'success', fault: 'No reply.', next: 'c1' });
  });

  it('load the newest rows of the same query again', async () => {
    const { feed, asked } = openFeed();
    const loading = feed.load('KAND');
    asked[0]?.answer(page([9]));
    await loading;
    const again = feed.reload();
    expect(asked[1]?.request).toMatchObject({ query: 'KAND', cursor: null });
    asked[1]?.answer(page([10, 9]));
    await again;
    expect(feed.state()).toMatchObject({ rows: [10, 9], status: 'success' });
  });
});
