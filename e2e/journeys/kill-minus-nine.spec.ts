// kill -9 at any moment loses no acknowledged order and doubles none. The acknowledgements are recorded here, in another
// process than the killed one. Six cycles; OPENPIT_LONG=1 runs a hundred.

import { paths } from '@openpit/wire';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const cycles = process.env.OPENPIT_LONG === '1' ? 100 : 6;
const senders = 8;

interface Ledger {
  /** The acknowledged order number by request id. */
  readonly acknowledged: Map<string, number>;
  /** Sent without a reply: each was carried out once or not at all. */
  readonly unanswered: Set<string>;
}

/** Sends orders one after another until the product is killed. */
async function sendUntilDead(
  client: MarketClient,
  name: string,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const requestId = `${name}-${count}`;
    ledger.unanswered.add(requestId);
    // Bids only, so that nothing deals and every order can be counted.
    const price = 3900 + (count % 100) * 0.2;
    const reply = await client.insertOrder({ requestId, price, ref: requestId }).catch(() => null);
    if (reply === null) return;
    if (reply.status !== 200)
      throw new Error(`${requestId} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    ledger.acknowledged.set(requestId, (reply.body as { activeOrderSeq: number }).activeOrderSeq);
    ledger.unanswered.delete(requestId);
  }
}

test(`killed ${cycles} times under load, the product loses no acknowledged order and doubles none`, async ({
  startProduct,
}) => {
  test.setTimeout(cycles * 15_000);
  const product = await startProduct();
  const ledger: Ledger = { acknowledged: new Map(), unanswered: new Set() };
  const client = await MarketClient.signIn(product, 'thandi');
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    let over = false;
    const sending = Array.from({ length: senders }, (_, at) =>
      sendUntilDead(client, `c${cycle}s${at}`, ledger, () => over),
    );
    const before = ledger.acknowledged.size;
    // Killed at another moment of its work in each cycle: after 20, 45, 70 … further acknowledgements, all within what one user
    // may send at once.
    await expect
      .poll(() => ledger.acknowledged.size - before, { intervals: [1] })
      .toBeGreaterThan(20 + (cycle % 10) * 25);
    await product.kill();
    over = true;
    await Promise.all(sending);
    await product.startAgain();

    // One comparison for all orders: thousands of single expectations would take longer than the market.
    const orders = await client.activeOrders();
    const bySeq = new Map(orders.map((order) => [order.activeOrderSeq, order.ref]));
    const refs = new Set(orders.map(({ ref }) => ref));
    const lost = [...ledger.acknowledged].filter(([requestId, seq]) => bySeq.get(seq) !== requestId);
    const unsent = [...refs].filter((ref) => !ledger.acknowledged.has(ref) && !ledger.unanswered.has(ref));
    expect({ lost, doubled: orders.length - refs.size, unsent }).toEqual({
      lost: [],
      doubled: 0,
      unsent: [],
    });

    // The status of a request without a reply can be asked for, and it agrees with the book.
    const contradictions = await Promise.all(
      [...ledger.unanswered].map(async (requestId) => {
        const { status } = await client.get(`${paths.orderByRequestId}?requestId=${requestId}`);
        return status === (refs.has(requestId) ? 200 : 404) ? null : requestId;
      }),
    );
    expect(contradictions.filter((requestId) => requestId !== null)).toEqual([]);
  }
  expect(ledger.acknowledged.size).toBeGreaterThan(cycles * 20);

  await test.step('a clean stop keeps every order, too', async () => {
    const before = await client.activeOrders();
    await product.stop();
    await product.startAgain();
    expect(product.output).not.toContain('replayed');
    expect(await client.activeOrders()).toEqual(before);
  });
});
