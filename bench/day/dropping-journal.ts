// A journal that keeps nothing: commands and outcomes of a whole day would fill the disk, and the benchmark measures memory. It
// accepts the sequencer's writes and contains nothing to read.
import type { Journal } from '@openpit/storage';

export function openDroppingJournal(): Journal {
  let lastSeq = 0;
  let lastOutcome = 0;
  return {
    epoch: 1,
    lastSeq: async () => lastSeq,
    append: async ({ firstSeq, commands }) => {
      lastSeq = firstSeq + commands.length - 1;
    },
    read: nothing,
    appendOutcomes: async ({ firstSeq, outcomes }) => {
      lastOutcome = firstSeq + outcomes.length - 1;
    },
    lastOutcome: async () => ({ seq: lastOutcome, hash: new Uint8Array(32) }),
    readOutcomes: nothing,
    putBaseState: async () => undefined,
    baseState: async () => undefined,
    close: async () => undefined,
  };
}

async function* nothing(): AsyncGenerator<never> {}
