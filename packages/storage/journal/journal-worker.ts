// The thread that owns the journal's file, so that an fsync never blocks the market. Outcomes wait a few milliseconds for the
// next commands and share their transaction. In a busy market they therefore need no separate commit, and no command queues
// behind one.
import { type Reply, serveThread } from '../threads/serve-thread.ts';
import type { JournalProtocol } from './journal-calls.ts';
import { JournalSequenceError } from './journal-errors.ts';
import { JournalStore } from './journal-store.ts';
import { buffersOf, pack, unpack } from './packed-rows.ts';
import { packRows } from './packs.ts';

serveThread<JournalProtocol>(({ file, outcomeLagMs, options }) => {
  const store = new JournalStore(file, options);
  let waitingOutcomes: Reply<undefined>[] = [];
  let flushTimer: NodeJS.Timeout | undefined;

  /** Runs a write that includes the waiting outcomes, and answers the calls that brought them. */
  function write(work: () => void): void {
    try {
      work();
    } catch (error) {
      // A batch with a wrong number was not written, so the outcomes stay pending.
      if (!(error instanceof JournalSequenceError)) answerWaiting((reply) => reply.fail(error));
      throw error;
    }
    answerWaiting((reply) => reply.send(undefined));
  }

  function answerWaiting(answer: (reply: Reply<undefined>) => void): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    const answered = waitingOutcomes;
    waitingOutcomes = [];
    for (const reply of answered) answer(reply);
  }

  function flush(): void {
    write(() => store.flushOutcomes());
  }

  function flushAtLeisure(): void {
    try {
      flush();
    } catch {
      // The calls that submitted the outcomes reject with the error, and so does every later write.
    }
  }

  return {
    calls: {
      epoch: (_, reply) => reply.send(store.epoch),
      append: ({ firstSeq, rows }, reply) => {
        write(() => store.append({ firstSeq, commands: unpack(rows) }));
        reply.send(undefined);
      },
      appendOutcomes: ({ firstSeq, rows }, reply) => {
        store.appendOutcomes({ firstSeq, outcomes: unpack(rows) });
        waitingOutcomes.push(reply);
        flushTimer ??= setTimeout(flushAtLeisure, outcomeLagMs);
      },
      lastSeq: (_, reply) => reply.send(store.lastSeq),
      lastOutcome: (_, reply) => {
        flush();
        reply.send(store.lastOutcome);
      },
      pack: async ({ upTo }, reply) => {
        const rows = store.rowsToPack(upTo);
        // Other calls are answered while the rows are compressed.
        if (rows !== null) store.putPack(await packRows(rows));
        reply.send(rows !== null);
      },
      putBaseState: (state, reply) => {
        store.putBaseState(state);
        reply.send(undefined);
      },
      baseState: ({ upTo }, reply) => {
        const state = store.baseState(upTo);
        reply.send(state, state !== undefined && 'bytes' in state ? [state.bytes.buffer as ArrayBuffer] : []);
      },
      read: ({ fromSeq }, reply) => {
        const rows = pack(store.read(fromSeq).map(({ bytes }) => bytes));
        reply.send({ rows }, buffersOf(rows));
      },
      readOutcomes: ({ fromSeq }, reply) => {
        flush();
        const outcomes = store.readOutcomes(fromSeq);
        const rows = pack(outcomes.map(({ bytes }) => bytes));
        const hashes = pack(outcomes.map(({ hash }) => hash));
        reply.send({ rows, hashes }, [...buffersOf(rows), ...buffersOf(hashes)]);
      },
    },
    onClose: () => write(() => store.close()),
  };
});
