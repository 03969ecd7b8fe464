// A journal in memory whose appends are slow, fail, or are interrupted, as a seed decides. Durable commands are in its memory, whether or
// not the reply arrives.
import {
  type CommandBatch,
  type createJournalMemory,
  type Journal,
  JournalFailedError,
  type JournalWatch,
  openMemoryJournal,
} from '@openpit/storage';
import type { RandomValues } from '@openpit/venue/testing';

interface FaultyJournalParts {
  readonly memory: ReturnType<typeof createJournalMemory>;
  readonly random: RandomValues;
  readonly pause: (ms: number) => Promise<void>;
  readonly note: (what: string) => void;
  /** Ends the process of the server in the middle of an append. */
  readonly crash: () => void;
}

export function faultyJournal({ memory, random, pause, note, crash }: FaultyJournalParts): Journal {
  const inner = openMemoryJournal(memory);
  let watch: JournalWatch | undefined;
  let failure: Error | null = null;

  /** Whether the batch becomes durable although its sender is not notified. */
  async function writeSecretly(batch: CommandBatch): Promise<void> {
    const isDurable = random.oneIn(2);
    note(`the append of ${batch.firstSeq} is ${isDurable ? '' : 'not '}durable`);
    if (isDurable) await inner.append(batch);
  }

  async function append(batch: CommandBatch): Promise<void> {
    if (failure !== null) throw failure;
    await pause(random.oneIn(12) ? random.between(200, 3_000) : random.between(1, 20));
    const fault = random.below(120);
    if (fault < 2) {
      await writeSecretly(batch);
      crash();
      await new Promise(() => undefined);
    }
    if (fault < 4) {
      await writeSecretly(batch);
      failure = new JournalFailedError('the disk failed');
      throw failure;
    }
    if (fault < 7) {
      const wasWritten = random.oneIn(2);
      note(
        `the append of ${batch.firstSeq} is interrupted ${wasWritten ? 'after' : 'before'} it was durable`,
      );
      if (wasWritten) await inner.append(batch);
      watch?.interrupted('the connection was closed');
      await pause(random.between(50, 5_000));
      watch?.resumed();
      if (!wasWritten) await inner.append(batch);
      return;
    }
    await inner.append(batch);
  }

  return {
    ...inner,
    append,
    appendOutcomes: async (batch) => {
      await pause(random.between(1, 60));
      if (failure !== null) throw failure;
      await inner.appendOutcomes(batch);
    },
    watch: (given) => {
      watch = given;
    },
  };
}
