import { createJournalMemory, type Journal, type JournalWatch, openMemoryJournal } from '@openpit/storage';
import {
  epochMs,
  GatewayUnavailable,
  lots,
  type Outcome,
  type SequencedCommand,
  type Submission,
  Venue,
} from '@openpit/venue';
import { anOrder, orderFlags, smallMarket, testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { decodeCommand, decodeOutcome, encodeInSteps, encodeOutcome } from './command-codec.ts';
import { Sequencer } from './sequencer.ts';

const abdul = { kind: 'user', userId: 'abdul' } as const;
const order = (requestId: string | null = null): Submission => ({ by: abdul, requestId, command: anOrder });
const cancel = (activeOrderSeq: number): Submission => ({
  by: abdul,
  requestId: null,
  command: { kind: 'deleteActiveOrder', activeOrderSeq },
});

/** A journal whose appends wait until the test releases them. */
class HeldJournal {
  readonly batches: number[] = [];
  readonly #inner: Journal;
  #waiting: (() => void)[] = [];
  #isReleased = false;
  #outcomesReleased: Promise<void> = Promise.resolve();
  failWith: Error | null = null;
  /** The listener that is notified of interruptions. */
  watch: JournalWatch | null = null;

  constructor(inner: Journal) {
    this.#inner = inner;
  }

  get journal(): Journal {
    return {
      ...this.#inner,
      appendOutcomes: async (batch) => {
        await this.#outcomesReleased;
        await this.#inner.appendOutcomes(batch);
      },
      watch: (watch) => {
        this.watch = watch;
      },
      append: async (batch) => {
        this.batches.push(batch.commands.length);
        if (!this.#isReleased) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        if (this.failWith !== null) throw this.failWith;
        await this.#inner.append(batch);
      },
    };
  }

  /** Outcomes stay unwritten until the returned function is called. */
  holdOutcomes(): () => void {
    let release = () => {};
    this.#outcomesReleased = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  }

  release(): void {
    this.#isReleased = true;
    for (const release of this.#waiting.splice(0)) release();
  }
}

async function opened(limits?: { maxWaiting: number; reserved: number; maxAgeMs: number }) {
  const memory = createJournalMemory();
  const inner = await openMemoryJournal(memory);
  const held = new HeldJournal(inner);
  const clock = new VirtualClock(epochMs(1_795_000_000_000));
  const stopped: Error[] = [];
  const venue = new Venue();
  const sequencer = new Sequencer({
    journal: held.journal,
    venue,
    clock,
    limits,
    onStopped: (cause) => stopped.push(cause),
  });
  const seed: Submission['command'][] = [
    { kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket },
    { kind: 'registerUser', userId: 'abdul', member: 'KAND', dealer: 'ABD' },
    { kind: 'grantPermissions', userId: 'abdul', flags: orderFlags },
    { kind: 'limitOrderQuantity', userId: 'abdul', maxLots: null },
  ];
  return { inner, held, clock, stopped, venue, sequencer, seed };
}

async function ready(limits?: Parameters<typeof opened>[0]) {
  const parts = await opened();
  parts.held.release();
  for (const command of parts.seed)
    await parts.sequencer.submit({ by: testOperator, requestId: null, command });
  await parts.sequencer.submit({
    by: abdul,
    requestId: null,
    command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) },
  });
  const held = new HeldJournal(parts.inner);
  const monotonic = { nowMs: 0 };
  const sequencer = new Sequencer({
    journal: held.journal,
    venue: parts.venue,
    clock: parts.clock,
    monotonicMs: () => monotonic.nowMs,
    limits,
    onStopped: (cause) => parts.stopped.push(cause),
  });
  await parts.sequencer.drain('done');
  return { ...parts, held, sequencer, monotonic };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('the sequencer', () => {
  it('publishes a long outcome in slices, while answers and questions about its batch wait', async () => {
    const { inner, venue, clock } = await ready();
    const held = new HeldJournal(inner);
    const log: string[] = [];
    let others = 0;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const sequencer = new Sequencer({
      journal: held.journal,
      venue,
      clock,
      onStopped: (cause) => log.push(cause.message),
      publish: ({ requestId }) => {
        if (requestId !== 'long') return void log.push(`published ${requestId}`);
        return (function* () {
          begin();
          // Other work runs in between, or these steps would never end.
          for (let at = 0; at < 50_000_000 && others < 5; at += 1) yield;
          log.push('published long');
        })();
      },
    });
    const answers = ['long', 'next'].map((id) =>
      sequencer.submit(order(id)).then(({ requestId }) => log.push(`answered ${requestId}`)),
    );
    await settled();
    held.release();
    await begun;
    const known = sequencer.requestSettled('abdul', 'next').then(() => log.push('next is known'));
    for (; others < 5; others += 1) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([known, ...answers]);
    expect(others).toBe(5);
    expect(log.indexOf('published long')).toBeLessThan(log.indexOf('answered long'));
    expect(log.indexOf('published next')).toBeLessThan(log.indexOf('next is known'));
    expect([...log].sort()).toEqual(
      ['published long', 'answered long', 'published next', 'answered next', 'next is known'].sort(),
    );
  });

  it('encodes a long outcome in steps to the same bytes', async () => {
    const { inner } = await ready();
    const outcomes: Outcome[] = [];
    for await (const rows of inner.readOutcomes(1))
      for (const { seq, bytes } of rows) outcomes.push(decodeOutcome(seq, bytes));
    const opening = outcomes[0] as Outcome;
    const texts = [0, 1, 2, 100, 101, 250].map((count) => ({
      ...opening,
      events: Array.from({ length: count }, () => ({
        kind: 'announcementMade' as const,
        id: count,
        announcement: 'Info' as const,
        message: '"]}}[] é 🌽',
      })),
    }));
    for (const outcome of [...outcomes, ...texts]) {
      const steps = encodeInSteps(outcome);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(Buffer.compare(step.value, encodeOutcome(outcome))).toBe(0);
    }
  });

  it('draws a seed for a command with a random decision, and records it', async () => {
    const { held, inner, sequencer } = await ready();
    held.release();
    await sequencer.submit(order());
    for (let days = 0; days < 2; days += 1)
      await sequencer.submit({ by: testOperator, requestId: null, command: { kind: 'endDay' } });
    const commands: SequencedCommand[] = [];
    for await (const rows of inner.read(6))
      for (const { seq, bytes } of rows) commands.push(decodeCommand(seq, bytes));
    const [inserted, ...ends] = commands.map(({ seed }) => seed);
    expect(inserted).toBeUndefined();
    expect(ends).toEqual([expect.any(Number), expect.any(Number)]);
    expect(ends[0]).not.toBe(ends[1]);
  });

  it('returns and publishes no outcome before the command is durable', async () => {
    const { held, sequencer, venue } = await ready();
    const published: Outcome[] = [];
    sequencer.onOutcome((outcome) => published.push(outcome));
    let answered = false;
    const answer = sequencer.submit(order()).then(() => {
      answered = true;
    });
    await settled();
    expect(held.batches).toEqual([1]);
    expect([answered, published.length, venue.lastSeq]).toEqual([false, 0, 5]);
    held.release();
    await answer;
    expect([published.length, venue.lastSeq]).toEqual([1, 6]);
  });

  it('lets only the schedule wait for an interrupted journal, and continues the write that was in progress', async () => {
    const { held, sequencer, inner, venue } = await ready();
    const codeOf = (sent: Promise<unknown>) =>
      sent.then(
        () => 'answered',
        (error: unknown) => (error instanceof GatewayUnavailable ? error.code : String(error)),
      );
    const writing = codeOf(sequencer.submit(order('writing')));
    const scheduled = sequencer.submit({
      by: { kind: 'schedule' },
      requestId: null,
      command: { kind: 'valueMarket' },
    });
    await settled();
    const waiting = codeOf(sequencer.submit(order('waiting')));
    held.watch?.interrupted('the connection was closed');
    expect(sequencer.state).toBe('interrupted');
    expect(await codeOf(sequencer.submit(order('later')))).toBe('venueInterrupted');
    expect([await writing, await waiting]).toEqual(['outcomeUnknown', 'venueInterrupted']);
    expect(venue.lastSeq).toBe(5);

    held.watch?.resumed();
    held.release();
    expect(sequencer.state).toBe('running');
    expect((await scheduled).seq).toBe(7);
    expect((await sequencer.submit(order('after'))).seq).toBe(8);
    // The sender of a written command asks by the request id, and gets the earlier outcome.
    expect((await sequencer.submit(order('writing'))).repeats).toBe(6);
    await sequencer.drain('done');
    expect(await inner.lastSeq()).toBe(9);
  });

  it('gives no answer about a request while a command with its id may be written but is not handled', async () => {
    const { held, sequencer, venue } = await ready();
    const sent = sequencer.submit(order('sent'));
    await settled();
    const queued = sequencer.submit(order('queued'));
    const days: string[] = [];
    for (const id of ['sent', 'queued'])
      void sequencer.requestSettled('abdul', id).then(() => days.push(venue.firstUseOf('abdul', id).day));
    await sequencer.requestSettled('abdul', 'another');
    await sequencer.requestSettled('denise', 'sent');
    await settled();
    expect([days, venue.firstUseOf('abdul', 'sent').day]).toEqual([[], 'unknown']);
    held.release();
    await Promise.all([sent, queued]);
    await settled();
    expect(days).toEqual(['today', 'today']);

    const other = await ready();
    other.sequencer.submit(order('lost')).catch(() => {});
    await settled();
    const asked = other.sequencer.requestSettled('abdul', 'lost');
    other.held.watch?.interrupted('the connection was closed');
    await expect(asked).rejects.toMatchObject({ code: 'outcomeUnknown' });
    await other.sequencer.requestSettled('abdul', 'another');
    other.held.watch?.failed(new Error('another owner'));
    for (const id of ['lost', 'another'])
      await expect(other.sequencer.requestSettled('abdul', id)).rejects.toMatchObject({
        code: 'venueStopped',
      });
  });

  it('stops when the journal fails while it is interrupted', async () => {
    const { held, sequencer, stopped } = await ready();
    held.watch?.interrupted('the connection was closed');
    held.watch?.failed(new Error('another owner'));
    expect([sequencer.state, stopped.map(({ message }) => message)]).toEqual([
      'journalFailed',
      ['another owner'],
    ]);
    await expect(sequencer.submit(order())).rejects.toMatchObject({ code: 'venueStopped' });
  });

  it('tells senders what is unknown about their commands when the journal fails, and what to do', async () => {
    const { held, sequencer } = await ready();
    const sentenceOf = (submission: Submission) =>
      sequencer.submit(submission).then(
        () => 'answered',
        (error: GatewayUnavailable) => error.message,
      );
    const ofUser = sentenceOf(order('sent'));
    await settled();
    const queued = sentenceOf(order('queued'));
    const halt = { kind: 'haltInstrument', instrument: 'WMAZ', reason: 'a test' } as const;
    const other = await ready();
    const ofOperator = other.sequencer.submit({ by: testOperator, requestId: null, command: halt });
    await settled();
    for (const journal of [held, other.held]) {
      journal.failWith = new Error('another owner');
      journal.release();
    }
    expect(await ofUser).toMatch(
      /^The market has stopped because .* may have been written or not: ask for its outcome by its request id/,
    );
    expect(await queued).toMatch(/Nothing has changed: send the same request again/);
    expect(await sentenceOf(order('later'))).toMatch(/Nothing has changed: send the same request again/);
    await expect(ofOperator).rejects.toThrow(
      /may have been written or not: when the market is back, check whether it took effect/,
    );
  });

  it('writes the commands that arrive during an append with the next append, in order and with consecutive numbers', async () => {
    const { held, sequencer, inner } = await ready();
    const first = sequencer.submit(order('r-0'));
    await settled();
    const others = Array.from({ length: 7 }, (_, at) => sequencer.submit(order(`r-${at + 1}`)));
    await settled();
    held.release();
    const seqs = (await Promise.all([first, ...others])).map(({ seq }) => seq);
    expect(seqs).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(held.batches).toEqual([1, 7]);
    await sequencer.drain('done');
    const written: string[] = [];
    for await (const rows of inner.read(6))
      for (const row of rows) written.push(decodeCommand(row.seq, row.bytes).requestId ?? '');
    expect(written).toEqual(['r-0', 'r-1', 'r-2', 'r-3', 'r-4', 'r-5', 'r-6', 'r-7']);
  });

  it('writes commands that arrive in one turn of the event loop with one append', async () => {
    const { held, sequencer } = await ready();
    held.release();
    await Promise.all(Array.from({ length: 8 }, (_, at) => sequencer.submit(order(`r-${at}`))));
    expect(held.batches).toEqual([8]);
  });

  it('lets the commands of a busy market gather for some milliseconds, so that more share an append', async () => {
    const { held, sequencer } = await ready();
    held.release();
    // On a slow machine the time can be over before the second command is sent.
    for (let attempt = 0; attempt < 50 && !held.batches.includes(2); attempt += 1) {
      const crowd = Array.from({ length: 8 }, (_, at) => sequencer.submit(order(`r-${attempt}-${at}`)));
      await Promise.all(crowd);
      const first = sequencer.submit(order(`r-${attempt}-first`));
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([first, sequencer.submit(order(`r-${attempt}-second`))]);
    }
    expect(held.batches).toContain(2);
  });

  it('does not let the commands of a quiet market wait for others', async () => {
    const { held, sequencer } = await ready();
    held.release();
    await sequencer.submit(order('r-0'));
    const first = sequencer.submit(order('r-1'));
    await settled();
    await Promise.all([first, sequencer.submit(order('r-2'))]);
    expect(held.batches).toEqual([1, 1, 1]);
  });

  it('writes outcomes later, and no command waits for them', async () => {
    const { held, sequencer, inner } = await ready();
    held.release();
    const release = held.holdOutcomes();
    const seqs: number[] = [];
    for (let at = 0; at < 6; at += 1) seqs.push((await sequencer.submit(order(`r-${at}`))).seq);
    expect(seqs).toEqual([6, 7, 8, 9, 10, 11]);
    expect((await inner.lastOutcome()).seq).toBe(5);
    release();
    await sequencer.drain('done');
    expect((await inner.lastOutcome()).seq).toBe(11);
  });

  it('also writes rejected commands and their outcomes', async () => {
    const { held, sequencer, inner } = await ready();
    held.release();
    const rejected = await sequencer.submit(cancel(99));
    expect(rejected.verdict).toMatchObject({ kind: 'rejected', rejection: { code: 'orderNotFound' } });
    await sequencer.drain('done');
    const log: unknown[] = [];
    for await (const rows of inner.readOutcomes(rejected.seq))
      for (const row of rows) log.push(decodeOutcome(row.seq, row.bytes));
    expect(log).toEqual([JSON.parse(JSON.stringify(rejected))]);
  });

  it('never moves back in time', async () => {
    const { held, sequencer, clock } = await ready();
    held.release();
    const first = await sequencer.submit(order());
    clock.advance(-10_000);
    const second = await sequencer.submit(order());
    expect(second.at).toBe(first.at);
  });

  it('rejects with venueBusy when too many wait, but accepts deletes; rejected commands are not written', async () => {
    const { held, sequencer } = await ready({ maxWaiting: 6, reserved: 2, maxAgeMs: 60_000 });
    const taken = [sequencer.submit(order())];
    await settled();
    for (let at = 0; at < 4; at += 1) taken.push(sequencer.submit(order()));
    await expect(sequencer.submit(order())).rejects.toMatchObject({ code: 'venueBusy' });
    taken.push(sequencer.submit(cancel(1)), sequencer.submit(cancel(2)));
    await expect(sequencer.submit(cancel(3))).rejects.toBeInstanceOf(GatewayUnavailable);
    held.release();
    expect((await Promise.all(taken)).at(-1)?.seq).toBe(12);
    expect(held.batches).toEqual([1, 6]);
  });

  it('rejects new orders when the oldest has waited too long', async () => {
    const { held, sequencer, clock, monotonic } = await ready({
      maxWaiting: 100,
      reserved: 10,
      maxAgeMs: 2_000,
    });
    const taken = [sequencer.submit(order())];
    await settled();
    taken.push(sequencer.submit(order()));
    // A clock that was set ahead does not show how long a command has waited.
    clock.advance(3_600_000);
    taken.push(sequencer.submit(order()));
    monotonic.nowMs = 2_500;
    await expect(sequencer.submit(order())).rejects.toMatchObject({ code: 'venueBusy', retryAfterMs: 1000 });
    taken.push(sequencer.submit(cancel(1)));
    const stop = { kind: 'stopTrading', member: 'KAND', dealer: null, reason: 'A stop.' } as const;
    taken.push(sequencer.submit({ by: testOperator, requestId: null, command: stop }));
    held.release();
    await Promise.all(taken);
  });

  it('rejects the orders that wait too long for a journal that does not answer, and none that is being written', async () => {
    const { held, sequencer, monotonic } = await ready({ maxWaiting: 100, reserved: 10, maxAgeMs: 2_000 });
    const written = sequencer.submit(order());
    await settled();
    const codes: (string | number)[] = [];
    const waits = (sent: Promise<Outcome>) =>
      sent.then(
        ({ seq }) => codes.push(seq),
        ({ code }: GatewayUnavailable) => codes.push(code),
      );
    const answers = [waits(sequencer.submit(order())), waits(sequencer.submit(cancel(1)))];
    monotonic.nowMs = 1_000;
    answers.push(waits(sequencer.submit(order())));
    sequencer.rejectOverdue();
    await settled();
    expect(codes).toEqual([]);
    monotonic.nowMs = 2_001;
    sequencer.rejectOverdue();
    await settled();
    expect(codes).toEqual(['venueBusy']);
    held.release();
    await Promise.all(answers);
    const { seq } = await written;
    expect(codes).toEqual(['venueBusy', seq + 1, seq + 2]);
  });

  it('stops permanently when the journal fails: no outcome is returned, and nothing is tried again', async () => {
    const { held, sequencer, stopped, venue } = await ready();
    held.failWith = new Error('no space left on device');
    const lost = [sequencer.submit(order()), sequencer.submit(order())];
    held.release();
    for (const answer of lost) await expect(answer).rejects.toMatchObject({ code: 'venueStopped' });
    await expect(sequencer.submit(order())).rejects.toMatchObject({ code: 'venueStopped' });
    expect(stopped.map(({ message }) => message)).toEqual(['no space left on device']);
    expect([venue.lastSeq, held.batches.length]).toEqual([5, 1]);
  });

  it('stops permanently when the venue finds a fault in itself', async () => {
    const { held, sequencer, stopped, venue } = await ready();
    held.release();
    venue.handle({
      seq: 6,
      at: epochMs(0),
      by: testOperator,
      requestId: null,
      command: { kind: 'announce', announcement: 'Info', message: 'without the sequencer' },
    });
    await expect(sequencer.submit(order())).rejects.toMatchObject({ code: 'venueStopped' });
    expect(stopped).toHaveLength(1);
  });
});

describe('commands of the past', () => {
  const timed = (minute: number) => ({
    submission: order(),
    at: epochMs(1_794_000_000_000 + minute * 60_000),
  });

  it('are handled immediately, at their own times, and written behind; later submissions are appended after them', async () => {
    const { clock, held, inner, venue, sequencer } = await ready();
    // The market of the demonstration has not reached the present yet.
    const start = venue.lastAt;
    const at = [epochMs(start + 1_000), epochMs(start + 60_000)];
    const outcomes = await sequencer.execute(at.map((time) => ({ submission: order(), at: time })));
    expect(outcomes.map((outcome) => outcome.at)).toEqual(at);
    expect([held.batches, venue.lastSeq]).toEqual([[], 7]);
    let isWritten = false;
    const written = sequencer.executedWritten().then(() => {
      isWritten = true;
    });
    await settled();
    expect([held.batches, isWritten, await inner.lastSeq()]).toEqual([[2], false, 5]);
    clock.advance(3_600_000);
    await sequencer.execute([{ submission: order(), at: clock.now() }]);
    const answer = sequencer.submit(order());
    held.release();
    await Promise.all([written, answer]);
    await sequencer.drain('The test is over.');
    const commands: SequencedCommand[] = [];
    for await (const rows of inner.read(6))
      for (const { seq, bytes } of rows) commands.push(decodeCommand(seq, bytes));
    expect(commands.map((command) => [command.seq, command.at])).toEqual([
      [6, at[0]],
      [7, at[1]],
      [8, clock.now()],
      [9, clock.now()],
    ]);
    expect((await inner.lastOutcome()).seq).toBe(9);
  });

  it('are written a whole run at a time', async () => {
    const memory = createJournalMemory();
    const inner = await openMemoryJournal(memory);
    const held = new HeldJournal(inner);
    held.release();
    const sequencer = new Sequencer({
      journal: held.journal,
      venue: new Venue(1),
      clock: new VirtualClock(epochMs(1_795_000_000_000)),
      onStopped: (cause) => expect.fail(cause.message),
    });
    const open = { kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket } as const;
    await sequencer.submit({ by: testOperator, requestId: null, command: open });
    const [ended] = await sequencer.execute(
      Array.from({ length: 40 }, (_, day) => ({
        submission: { by: testOperator, requestId: null, command: { kind: 'endDay' } },
        at: epochMs(1_795_000_000_000 + day),
      })),
    );
    expect(ended?.command).toBe('continueRun');
    await sequencer.executedWritten();
    // The end of each batch is the end of a run, so that no start finds an unfinished run.
    let last = 0;
    for (const size of held.batches) {
      last += size;
      const venue = new Venue(1);
      for await (const rows of inner.read(1))
        for (const { seq, bytes } of rows) if (seq <= last) venue.handle(decodeCommand(seq, bytes));
      expect(venue.continuation, `after ${last}`).toBeNull();
    }
    expect(held.batches.length).toBeGreaterThan(2);
  });

  it('are not said to be written when the journal fails, and nothing more is executed', async () => {
    const { held, sequencer, stopped } = await ready();
    await sequencer.execute([timed(0)]);
    held.failWith = new Error('the disk is full');
    held.release();
    await expect(sequencer.executedWritten()).rejects.toMatchObject({ code: 'venueStopped' });
    await expect(sequencer.execute([timed(1)])).rejects.toMatchObject({ code: 'venueStopped' });
    expect(stopped.map(({ message }) => message)).toEqual(['the disk is full']);
  });
});

describe('work that takes several slices', () => {
  it('is completed before the next command, and its sender receives the outcome of the last slice', async () => {
    const memory = createJournalMemory();
    const inner = await openMemoryJournal(memory);
    const venue = new Venue(1);
    const sequencer = new Sequencer({
      journal: inner,
      venue,
      clock: new VirtualClock(epochMs(1_795_000_000_000)),
      onStopped: (cause) => expect.fail(cause.message),
    });
    const operate = (command: Submission['command']) =>
      sequencer.submit({ by: testOperator, requestId: null, command });
    await operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
    const published: string[] = [];
    sequencer.onOutcome(({ command, events }) => published.push(`${command} ${events.length > 0}`));
    const [ended, next] = await Promise.all([
      operate({ kind: 'endDay' }),
      operate({ kind: 'setInterestRate', rate: 725 }),
    ]);
    expect(ended.command).toBe('continueRun');
    expect(ended.events.some(({ kind }) => kind === 'dayEnded')).toBe(true);
    expect(next.seq).toBe(ended.seq + 1);
    expect(published.slice(0, 2)).toEqual(['endDay false', 'continueRun false']);
    expect(published.slice(-2)).toEqual(['continueRun true', 'setInterestRate true']);
    await sequencer.drain('The test is over.');
    const replayed = new Venue(1);
    for await (const rows of inner.read(1))
      for (const { seq, bytes } of rows) replayed.handle(decodeCommand(seq, bytes));
    expect(replayed.stateHash()).toBe(venue.stateHash());
  });
});
