// kill -9 at any moment loses no acknowledged order and doubles none: under load, while it starts, makes the database, replays, stops
// and writes a snapshot; in PostgreSQL also kill -9 of the database. The acknowledgements are recorded here, in another process than the
// killed one. Ten kills for files and six for PostgreSQL; OPENPIT_LONG=1 makes three hundred of each. It prints how long
// the restarts took, in milliseconds.

import { startPostgres } from '@openpit/storage/testing';
import { paths } from '@openpit/wire';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const isLong = process.env.OPENPIT_LONG === '1';
/** Other moments in each kill, the same ones in each run. */
const momentMs = (kill: number, below: number) => (kill * 7919) % below;
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
    const isUnknown = (reply.body as { code?: string }).code === 'outcomeUnknown';
    if (isUnknown) return;
    if (reply.status === 503 || reply.status === 429) {
      // The product stops or waits for its database, or the user has reached the limit of calls: it has not accepted the order.
      ledger.unanswered.delete(requestId);
      return;
    }
    if (reply.status !== 200)
      throw new Error(`${requestId} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    ledger.acknowledged.set(requestId, (reply.body as { activeOrderSeq: number }).activeOrderSeq);
    ledger.unanswered.delete(requestId);
  }
}

for (const [engine, short] of [
  ['files', 10],
  ['PostgreSQL', 6],
] as const)
  test(`in ${engine}, killed ${isLong ? 300 : short} times, the product loses no acknowledged order, doubles none, and restarts`, async ({
    startProduct,
  }) => {
    const kills = isLong ? 300 : short;
    test.setTimeout(300_000 + kills * 20_000);
    const database = engine === 'files' ? null : await startPostgres();
    const url = await database?.createDatabase(() => undefined);
    let killed = 2;
    const product = await startProduct({
      killedAfterMs: [momentMs(1, 900), momentMs(2, 900)],
      more: url === undefined ? [] : ['--database', url],
    });
    const ledger: Ledger = { acknowledged: new Map(), unanswered: new Set() };
    const client = await MarketClient.signIn(product, 'thandi');
    const restartsMs: number[] = [];
    for (let cycle = 0; killed < kills; cycle += 1) {
      let over = false;
      const sending = Array.from({ length: senders }, (_, index) =>
        sendUntilDead(client, `c${cycle}s${index}`, ledger, () => over),
      );
      const before = ledger.acknowledged.size;
      // After 20, 45, 70 … more acknowledgements, all within the burst that one user may send.
      await expect
        .poll(() => ledger.acknowledged.size - before, { intervals: [1] })
        .toBeGreaterThan(20 + (cycle % 10) * 25);
      const isOfDatabase = database !== null && cycle % 3 === 0;
      if (isOfDatabase) database.kill();
      else if (cycle % 3 === 1) await product.killWhileStopping(momentMs(killed, 90));
      else await product.kill();
      killed += 1;
      over = true;
      await Promise.all(sending);
      if (cycle % 3 === 2) {
        await product.killWhileStarting(momentMs(killed, 1_200));
        killed += 1;
      }
      const startedAt = performance.now();
      if (isOfDatabase) {
        await database.start();
        await expect.poll(async () => (await fetch(`${product.url}/health/ready`)).status).toBe(200);
      } else await product.startAgain();
      restartsMs.push(performance.now() - startedAt);

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
      // From now on they are known: one that is in the book stays there, and no other may appear.
      for (const { ref, activeOrderSeq } of orders)
        if (ledger.unanswered.has(ref)) ledger.acknowledged.set(ref, activeOrderSeq);
      ledger.unanswered.clear();
    }
    expect(ledger.acknowledged.size).toBeGreaterThan(restartsMs.length * 20);
    const sorted = [...restartsMs].sort((x, y) => x - y).map((ms) => Math.round(ms));
    console.log(
      `${killed} kills, ${ledger.acknowledged.size} acknowledged orders, ${sorted.length} restarts:`,
    );
    console.table({ median: sorted[sorted.length >> 1], longest: sorted.at(-1) });

    await test.step('a clean stop also keeps every order', async () => {
      const before = await client.activeOrders();
      await product.stop();
      await product.startAgain();
      expect(product.output).not.toContain('replayed');
      expect(await client.activeOrders()).toEqual(before);
    });
  });
