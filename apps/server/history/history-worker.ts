// The history's thread: follows the outcome log, a batch at a time, and answers questions between batches, so that neither
// costs the market anything.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { answerFrom } from './history-answers.ts';
import type {
  FromHistory,
  HistoryProgress,
  HistoryQuestion,
  HistoryStart,
  ToHistory,
} from './history-messages.ts';
import { LogFollower } from './log-follower.ts';

/** How long outcomes gather after they are written, so that a busy market costs few transactions. */
const gatherMs = 50;
/** How often it says how far it is. */
const progressEveryMs = 200;

async function serve(port: MessagePort, start: HistoryStart): Promise<void> {
  const file = join(start.dataFolder, 'history.db');
  const rebuiltFile = join(start.dataFolder, 'history-rebuild.db');
  const reaching: { readonly id: number; readonly seq: number }[] = [];
  const rebuilding: number[] = [];
  let stopping: number | null = null;
  let wake: (() => void) | null = null;
  let isWoken = true;
  let toldAt = 0;

  const say = (message: FromHistory) => port.postMessage(message);
  const answer = (id: number, value: unknown) => say({ kind: 'answer', id, answer: value });
  const openFollower = (at: string) => LogFollower.open({ ...start, file: at });

  // Questions wait until there is something to ask.
  let follower = openFollower(file);

  async function hear(message: ToHistory): Promise<void> {
    switch (message.call) {
      case 'written':
        break;
      case 'reach':
        reaching.push({ id: message.id, seq: message.question.seq });
        break;
      case 'rebuild':
        rebuilding.push(message.id);
        break;
      case 'stop':
        stopping = message.id;
        break;
      default:
        await answerRead(message);
        return;
    }
    isWoken = true;
    wake?.();
  }

  async function answerRead(
    message: Extract<HistoryQuestion, { call: Parameters<typeof answerFrom>[1]['call'] }>,
  ) {
    const { db, seq } = await follower;
    answer(message.id, { ...(await answerFrom(db, message)), asOf: seq });
  }

  function tell({ seq, of, isRebuilding }: HistoryProgress, always = false): void {
    const now = Date.now();
    if (!always && now - toldAt < progressEveryMs) return;
    toldAt = now;
    say({ kind: 'progress', seq, of, isRebuilding });
  }

  function settleReached(seq: number): void {
    for (const one of reaching.splice(0))
      if (one.seq <= seq) answer(one.id, null);
      else reaching.push(one);
  }

  /** Follows until the log is exhausted or there is something else to do. */
  async function catchUp(one: LogFollower, isRebuilding: boolean): Promise<void> {
    for (;;) {
      const startedAt = Date.now();
      const more = await one.step();
      if (!isRebuilding) settleReached(one.seq);
      if (!more || stopping !== null) return;
      tell({ seq: one.seq, of: one.lastOfLog, isRebuilding });
      // Rests as long as it worked, so that a long way to catch up leaves the processor to the market.
      await pause(start.isAlone ? 0 : Date.now() - startedAt);
    }
  }

  /** Makes history again beside the old one, which answers meanwhile, and puts the new one in its place. */
  async function rebuild(): Promise<void> {
    await removeDatabase(rebuiltFile);
    const fresh = await openFollower(rebuiltFile);
    try {
      await catchUp(fresh, true);
      if (stopping !== null) throw new Error('history is being closed; begin again when it is back');
      tell({ seq: fresh.seq, of: fresh.lastOfLog, isRebuilding: true }, true);
      await fresh.checkpoint();
      await fresh.seal();
    } catch (error) {
      await fresh.close();
      await removeDatabase(rebuiltFile);
      throw error;
    }
    const old = await follower;
    let busy: unknown = null;
    follower = (async () => {
      try {
        await old.seal();
      } catch (error) {
        busy = error;
        return old;
      }
      await removeDatabase(file);
      await rename(rebuiltFile, file);
      return await openFollower(file);
    })();
    await follower;
    if (busy === null) return;
    await removeDatabase(rebuiltFile);
    throw busy;
  }

  /** What fails here leaves the old history as it was. */
  async function rebuildForAll(): Promise<void> {
    const asked = rebuilding.splice(0);
    try {
      await rebuild();
      for (const id of asked) answer(id, null);
    } catch (error) {
      for (const id of asked) say({ kind: 'rejected', id, message: sentence(error) });
    }
  }

  async function follow(): Promise<void> {
    while (stopping === null) {
      isWoken = false;
      if (rebuilding.length > 0) await rebuildForAll();
      const one = await follower;
      await catchUp(one, false);
      tell({ seq: one.seq, of: one.seq, isRebuilding: false }, true);
      if (!isWoken)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      wake = null;
      if (reaching.length === 0 && rebuilding.length === 0 && stopping === null) await pause(gatherMs);
    }
    const last = await follower;
    await last.checkpoint();
    await last.close();
    answer(stopping, null);
    port.close();
  }

  port.on('message', (message: ToHistory) => {
    hear(message).catch((error: unknown) => {
      if ('id' in message) say({ kind: 'rejected', id: message.id, message: sentence(error) });
    });
  });
  await follow();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

if (parentPort === null) throw new Error('history-worker is started by history.ts, not by itself');
const port = parentPort;
serve(port, workerData.start).catch((error: unknown) => {
  port.postMessage({ kind: 'failed', message: sentence(error) } satisfies FromHistory);
  port.close();
});
