// An in-memory journal for tests. It has the same contract as the durable journals, including epochs and the hash chain.
import type { BaseState, Journal, OutcomeRow } from './journal.ts';
import { JournalFailedError, requireEpoch } from './journal-errors.ts';
import { requireCommand, requireKept, requireNext, requireReadable } from './journal-order.ts';
import { chainStart, nextHash } from './outcome-chain.ts';

const rowsPerRead = 512;

/** The contents of a journal in memory. Opening them again fences the previous owner. */
interface JournalMemory {
  epoch: number;
  readonly commands: Uint8Array[];
  readonly outcomes: OutcomeRow[];
  /** The base states, by the number of their command. */
  readonly baseStates: Map<number, BaseState>;
}

export function createJournalMemory(): JournalMemory {
  return { epoch: 0, commands: [], outcomes: [], baseStates: new Map() };
}

export function openMemoryJournal(memory: JournalMemory = createJournalMemory()): Journal {
  const { commands, outcomes, baseStates } = memory;
  memory.epoch += 1;
  const { epoch } = memory;
  let isOpen = true;

  function requireOpen(): void {
    if (!isOpen) throw new JournalFailedError('the journal accepts no more writes: it is closed');
  }

  function requireWritable(): void {
    requireOpen();
    requireEpoch(memory.epoch, { journal: 'the journal', epoch });
  }

  return {
    epoch,
    lastSeq: async () => {
      requireOpen();
      return commands.length;
    },
    append: async (batch) => {
      requireWritable();
      const count = batch.commands.length;
      requireNext({ kind: 'commands', firstSeq: batch.firstSeq, lastSeq: commands.length, count });
      for (const bytes of batch.commands) commands.push(bytes.slice());
    },
    async *read(fromSeq) {
      requireOpen();
      requireReadable({ kind: 'commands', fromSeq, lastSeq: commands.length });
      for (let start = fromSeq - 1; start < commands.length; start += rowsPerRead) {
        const part = commands.slice(start, start + rowsPerRead);
        yield part.map((bytes, index) => ({ seq: start + index + 1, bytes: bytes.slice() }));
        requireOpen();
      }
    },
    appendOutcomes: async (batch) => {
      requireWritable();
      const { firstSeq } = batch;
      const count = batch.outcomes.length;
      requireNext({ kind: 'outcomes', firstSeq, lastSeq: outcomes.length, count });
      requireCommand({ outcomeSeq: firstSeq + count - 1, lastSeq: commands.length });
      for (const bytes of batch.outcomes) {
        const hash = nextHash(outcomes.at(-1)?.hash ?? chainStart, bytes);
        outcomes.push({ seq: outcomes.length + 1, bytes: bytes.slice(), hash });
      }
    },
    lastOutcome: async () => {
      requireOpen();
      return { seq: outcomes.length, hash: (outcomes.at(-1)?.hash ?? chainStart).slice() };
    },
    async *readOutcomes(fromSeq) {
      requireOpen();
      requireReadable({ kind: 'outcomes', fromSeq, lastSeq: outcomes.length });
      for (let start = fromSeq - 1; start < outcomes.length; start += rowsPerRead) {
        yield structuredClone(outcomes.slice(start, start + rowsPerRead));
        requireOpen();
      }
    },
    putBaseState: async ({ seq, bytes }) => {
      requireWritable();
      requireKept({ baseSeq: seq, lastSeq: commands.length });
      for (const later of [...baseStates.keys()].filter((other) => other >= seq)) baseStates.delete(later);
      baseStates.set(seq, { seq, bytes: bytes.slice() });
    },
    baseState: async (upTo) => {
      requireOpen();
      return structuredClone(
        baseStates.get(Math.max(...[...baseStates.keys()].filter((seq) => seq <= upTo))),
      );
    },
    close: async () => {
      isOpen = false;
    },
  };
}
