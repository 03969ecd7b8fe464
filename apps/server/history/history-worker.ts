// The history's thread: keeps history up to date with the outcome log and reads pages of it.
import { serveThread } from '@openpit/storage';
import type { HistoryProtocol, HistoryReads } from './history-messages.ts';
import { historyPages } from './history-pages.ts';
import { HistoryUpkeep } from './history-upkeep.ts';
import type { LogFollower } from './log-follower.ts';

serveThread<HistoryProtocol>((start, port) => {
  const upkeep = new HistoryUpkeep(start, (progress) => port.notify(progress));
  const running = upkeep.run();
  running.catch((error: unknown) => port.fail(error));

  async function read<Name extends keyof HistoryReads>(name: Name, params: HistoryReads[Name]['params']) {
    const answer = async ({ db, seq }: LogFollower) => ({
      rows: await historyPages[name](db, params),
      asOf: seq,
    });
    // A report must be complete. A page on a screen can be read again.
    return await upkeep.read(answer, { isChecked: name.endsWith('OfDay') });
  }

  return {
    calls: {
      candles: async (params, reply) => reply.send(await read('candles', params)),
      dayCandles: async (params, reply) => reply.send(await read('dayCandles', params)),
      timeAndSales: async (params, reply) => reply.send(await read('timeAndSales', params)),
      deals: async (params, reply) => reply.send(await read('deals', params)),
      orders: async (params, reply) => reply.send(await read('orders', params)),
      dataSet: async (params, reply) => reply.send(await read('dataSet', params)),
      dealsOfDay: async (params, reply) => reply.send(await read('dealsOfDay', params)),
      setOfDay: async (params, reply) => reply.send(await read('setOfDay', params)),
      candlesOfDay: async (params, reply) => reply.send(await read('candlesOfDay', params)),
      reach: ({ seq }, reply) => upkeep.reach(seq, reply),
      rebuild: (_, reply) => upkeep.rebuild(reply),
    },
    onNotice: () => upkeep.wake(),
    onClose: async () => {
      upkeep.stop();
      await running;
    },
  };
});
