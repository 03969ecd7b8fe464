// The thread that owns the journal's file, so that an fsync never holds up the market. Outcomes wait a few
// milliseconds for the next commands and share their transaction: in a busy market they cost no commit of their own,
// and no command ever queues behind one.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type JournalCall,
  type JournalCalls,
  type JournalQuestion,
  type JournalReply,
  type JournalWorkerSettings,
  plainError,
} from './journal-calls.ts';
import { JournalSequenceError } from './journal-errors.ts';
import { JournalStore } from './journal-store.ts';
import { buffersOf, type PackedRows, pack, unpack } from './packed-rows.ts';

function serve(port: MessagePort, { file, outcomeLagMs }: JournalWorkerSettings): void {
  const store = new JournalStore(file);
  let waitingOutcomes: number[] = [];
  let flushTimer: NodeJS.Timeout | undefined;

  function reply(message: JournalReply, handedOver: ArrayBuffer[] = []): void {
    port.postMessage(message, handedOver);
  }

  function answer<C extends JournalCall>(
    id: number,
    value: JournalCalls[C]['answer'],
    ...rows: PackedRows[]
  ): void {
    reply({ kind: 'answer', id, answer: value }, rows.flatMap(buffersOf));
  }

  /** Runs a write that takes the waiting outcomes along, and tells those who sent them; returns why it failed, if it did. */
  function write(work: () => void): unknown {
    try {
      work();
    } catch (error) {
      // A batch with a wrong number wrote nothing: the outcomes go on waiting.
      if (!(error instanceof JournalSequenceError)) {
        settleWaiting((id) => reply({ kind: 'error', id, error: plainError(error) }));
      }
      return error;
    }
    settleWaiting((id) => answer<'appendOutcomes'>(id, null));
    return undefined;
  }

  function settleWaiting(settle: (id: number) => void): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    const settled = waitingOutcomes;
    waitingOutcomes = [];
    for (const id of settled) settle(id);
  }

  function flush(): unknown {
    return write(() => store.flushOutcomes());
  }

  /** The thread ends with its port; what was posted before still arrives. */
  function close(id: number): void {
    const failure = write(() => store.close());
    if (failure === undefined) answer<'close'>(id, null);
    else reply({ kind: 'error', id, error: plainError(failure) });
    port.close();
  }

  function handle(message: JournalQuestion): void {
    const { id } = message;
    switch (message.call) {
      case 'append': {
        const { firstSeq, rows } = message.question;
        requireWritten(write(() => store.append({ firstSeq, commands: unpack(rows) })));
        answer<'append'>(id, null);
        break;
      }
      case 'appendOutcomes': {
        const { firstSeq, rows } = message.question;
        store.takeOutcomes({ firstSeq, outcomes: unpack(rows) });
        waitingOutcomes.push(id);
        flushTimer ??= setTimeout(flush, outcomeLagMs);
        break;
      }
      case 'lastSeq':
        answer<'lastSeq'>(id, store.lastSeq);
        break;
      case 'lastOutcome':
        requireWritten(flush());
        answer<'lastOutcome'>(id, store.lastOutcome);
        break;
      case 'read': {
        const rows = pack(store.read(message.question.fromSeq).map((row) => row.bytes));
        answer<'read'>(id, { rows }, rows);
        break;
      }
      case 'readOutcomes': {
        requireWritten(flush());
        const found = store.readOutcomes(message.question.fromSeq);
        const rows = pack(found.map((row) => row.bytes));
        const hashes = pack(found.map((row) => row.hash));
        answer<'readOutcomes'>(id, { rows, hashes }, rows, hashes);
        break;
      }
      case 'close':
        close(id);
        break;
    }
  }

  port.on('message', (message: JournalQuestion) => {
    try {
      handle(message);
    } catch (error) {
      reply({ kind: 'error', id: message.id, error: plainError(error) });
    }
  });
  reply({ kind: 'opened', epoch: store.epoch });
}

function requireWritten(failure: unknown): void {
  if (failure !== undefined) throw failure;
}

if (parentPort === null) throw new Error('journal-worker is started by libsql-journal, not by itself');
try {
  serve(parentPort, workerData.settings);
} catch (error) {
  parentPort.postMessage({ kind: 'error', id: null, error: plainError(error) } satisfies JournalReply);
  parentPort.close();
}
