// A data set that is longer than one message, loaded over real sockets while its member trades.
import { lots } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { dataSetIds, dataSetPartSize, dataSets } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Screen } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort({ dealers: [{ userId: 'johan', member: 'KAND', dealer: 'JVM' }] });
  await server.operate({ action: 'scope', user: 'johan', scope: 'own' });
});
afterAll(() => server.close());

const dealers = ['thandi', 'johan'] as const;
const sets = ['activeOrders', 'completedOrders'] as const;

/** Sends a command of this user; returns the number of the order. */
async function submit(userId: string, command: Parameters<typeof send>[1]): Promise<number> {
  const { verdict } = await send(userId, command);
  if (verdict.kind !== 'accepted') throw new Error(JSON.stringify(verdict));
  return (verdict.answer as { readonly activeOrderSeq: number }).activeOrderSeq;
}
const send = (userId: string, command: Parameters<ServerOnAPort['gateway']['submit']>[0]['command']) =>
  server.gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
const insert = (userId: string) => submit(userId, { ...anOrder, lots: lots(1) });
const deleted = (userId: string, activeOrderSeq: number) =>
  submit(userId, { kind: 'deleteActiveOrder', activeOrderSeq });

/** The rows that a screen has which applies everything in the order of arrival, and how many loads were changed between two parts. */
function shownOn({ received }: Screen, name: (typeof sets)[number]) {
  const [rows, id] = [new Map<unknown, object>(), dataSetIds[name]];
  let changed = 0;
  let isLoading = false;
  for (const { event, payload } of received) {
    const message = payload as {
      dataSetId?: number;
      rows: object[];
      removed?: unknown[];
      part?: number;
      more?: true;
    };
    if (message.dataSetId !== id) continue;
    if (event === 'DataSetInit') {
      if (!message.part) rows.clear();
      isLoading = message.more === true;
    } else if (isLoading) changed += 1;
    for (const row of message.rows) rows.set(row[dataSets[name].key as keyof object], row);
    for (const key of message.removed ?? []) rows.delete(key);
  }
  return { rows: texts([...rows.values()]), changed };
}

/** The rows as sorted texts, without the places in queues, which are published once a second. */
const texts = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify({ ...row, queuePosition: 0, lotsAhead: 0 })).sort();

describe('a data set in parts', () => {
  it('[HUB-3] gives sessions of a dealer, even with own-only visibility, the rows of the server while it trades', async () => {
    const ofDealer = dataSetPartSize + 50;
    const open = await Promise.all(
      dealers.map(async (userId) => {
        const ended = await Promise.all(Array.from({ length: ofDealer }, () => insert(userId)));
        await Promise.all(ended.map((activeOrderSeq) => deleted(userId, activeOrderSeq)));
        return Promise.all(Array.from({ length: ofDealer }, () => insert(userId)));
      }),
    );
    const screens = await Promise.all(
      [...dealers, 'thandi'].map(async (userId) => ({
        userId,
        screen: await server.openScreen(userId, { isBinary: true }),
      })),
    );
    let isOver = false;
    const trading = dealers.map(async (userId, at) => {
      while (!isOver) {
        open[at]?.push(await insert(userId));
        // The deleted order is in the last part.
        await deleted(userId, open[at]?.splice(-10, 1)[0] ?? 0);
      }
    });
    // Until some loads, the last one of a set among them, have had changes between their parts, however fast the machine is.
    for (const { screen } of screens)
      for (const name of sets)
        while (shownOn(screen, name).changed < 3)
          await screen.invoke('PublishAllData', dataSetIds[name], null);
    isOver = true;
    await Promise.all(trading);
    for (const { userId, screen } of screens) {
      await screen.settle();
      const { member = '', onlyDealer = null } = server.view.rights.of(userId) ?? {};
      for (const name of sets) {
        const { rows } = server.view.rowsFor(name, { userId, member, onlyDealer });
        expect(rows.length).toBeGreaterThan(dataSetPartSize);
        expect(shownOn(screen, name).rows, `${name} of ${userId}`).toEqual(texts(rows));
      }
    }
  });
});
