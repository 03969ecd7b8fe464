// Clocks that jump: the data that a server deletes and the states that it ends by them, while it runs or when it starts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { RandomValues } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditFolderIn, dayFilesIn } from '../audit/audit-files.ts';
import { folderSource, verifyAudit } from '../audit/verify-audit.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import type { RunningServer } from '../server.ts';
import { type CallOptions, requestOf } from '../testing/request-of.ts';
import { startMarket } from '../testing/started-market.ts';
import { type ClockBehind, JudgedClock } from './trusted-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 10, 18, 8);

describe('the trusted clock', () => {
  let system: VirtualClock;
  let monotonic: number;
  let isRight: (now: number) => boolean;
  let clock: JudgedClock;
  beforeEach(() => {
    system = new VirtualClock(epochMs(start));
    monotonic = 0;
    isRight = () => true;
    clock = new JudgedClock(system, { knownAt: start, monotonicMs: () => monotonic });
    clock.judgedBy({ trusts: (now) => isRight(now) });
  });
  const pass = (ms: number) => {
    monotonic += ms;
    system.advance(ms);
  };
  const minutes = () => [(clock.earliest() - start) / minuteMs, (clock.latest() - start) / minuteMs];

  it('follows the system clock, even across jumps that the schedule trusts', () => {
    pass(hourMs);
    expect(minutes()).toEqual([60, 60]);
    system.jump(hourMs);
    expect(minutes()).toEqual([120, 120]);
    expect(clock.isTrusted).toBe(true);
  });

  it('continues from the time before a jump that the schedule does not trust, until the clock is corrected', () => {
    pass(hourMs);
    expect(minutes()).toEqual([60, 60]);
    isRight = (now) => now < start + dayMs;
    system.jump(500 * dayMs);
    pass(hourMs);
    expect(minutes()).toEqual([120, 120 + 500 * 24 * 60]);
    expect(clock.isTrusted).toBe(false);
    system.jump(-500 * dayMs);
    expect(minutes()).toEqual([120, 120]);
    expect(clock.isTrusted).toBe(true);
  });

  it('believes the system clock when the operator has checked it', () => {
    isRight = () => false;
    system.jump(500 * dayMs);
    expect(clock.isTrusted).toBe(false);
    clock.confirm();
    isRight = () => true;
    expect(minutes()).toEqual([500 * 24 * 60, 500 * 24 * 60]);
    expect(clock.isTrusted).toBe(true);
  });

  it('runs at half the speed after a jump back, until the system clock has caught up', () => {
    system.jump(-hourMs);
    expect(minutes()).toEqual([-60, 0]);
    pass(hourMs);
    expect(minutes()).toEqual([0, 30]);
    pass(hourMs);
    expect(minutes()).toEqual([60, 60]);
  });

  it('reports once that the system clock is behind a time that has passed, until it has caught up', () => {
    const reported: number[] = [];
    const onBehind = ({ now, seenAt }: ClockBehind) => reported.push((seenAt - now) / minuteMs);
    clock = new JudgedClock(system, { knownAt: start + hourMs, onBehind, monotonicMs: () => monotonic });
    expect([reported, clock.isBehind]).toEqual([[60], true]);
    pass(hourMs);
    minutes();
    expect(clock.isBehind).toBe(false);
    system.jump(-2 * hourMs);
    minutes();
    pass(minuteMs);
    minutes();
    expect(reported).toEqual([60, 120]);
    system.jump(-minuteMs / 2);
    pass(6 * hourMs);
    minutes();
    system.jump(-hourMs);
    minutes();
    expect(reported).toEqual([60, 120, 60]);
  });

  it('trusts nothing that is ahead of the known time before it is judged', () => {
    clock = new JudgedClock(system, { knownAt: start - dayMs, monotonicMs: () => monotonic });
    expect(minutes()).toEqual([-24 * 60, 0]);
    expect(clock.isTrusted).toBe(false);
    clock.judgedBy({ trusts: () => true });
    expect(minutes()).toEqual([0, 0]);
  });
});

describe('a server whose clock jumps', () => {
  let folder: string;
  let monotonic: number;
  let real: number;
  let system: VirtualClock;
  let server: RunningServer | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openpit-jumps-'));
    [monotonic, real] = [0, Date.parse('2026-11-18T08:00+02:00')];
    system = new VirtualClock(epochMs(real));
  });
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    // The timers of the previous process are gone.
    system = new VirtualClock(system.now());
    const argv = ['--no-past', '--data', folder, '--business-day', '2026-11-18'];
    ({ running: server } = await startMarket(argv, { folder, clock: system, monotonicMs: () => monotonic }));
  }
  async function stop(): Promise<void> {
    await server?.stop();
    server = undefined;
  }
  /** Time passes, for the clock and in reality. */
  const pass = (ms: number) => {
    [monotonic, real] = [monotonic + ms, real + ms];
    system.advance(ms);
  };
  const setClock = (offsetMs: number) => system.jump(real + offsetMs - system.now());
  async function call(path: string, options: CallOptions = {}) {
    const reply = await fetch(`${server?.url}${path}`, requestOf(options));
    return { status: reply.status, body: (await reply.json()) as { token?: string; message?: string } };
  }
  const signIn = (email: string, password = demoPassword) =>
    call('/api/authenticate/login', { body: { email, password } });
  const seqs = async () => {
    const verifiedSeqs: number[] = [];
    await verifyAudit(folderSource(auditFolderIn(folder)), ({ seq }) => verifiedSeqs.push(seq));
    return verifiedSeqs;
  };

  it.each([1, 2])(
    'deletes, locks and ends nothing by hours and years in both directions, world %i',
    async (seed) => {
      const random = new RandomValues(seed);
      await start();
      const { token = '' } = (await signIn('thandi@kand.example')).body;
      for (let step = 0; step < 6; step += 1) {
        setClock(random.pick([-500 * dayMs, -3 * hourMs, 3 * hourMs, 500 * dayMs, 40 * 365 * dayMs]));
        // A wrong password is a mistake, and noted by the clock of this moment.
        await signIn('pieter@veld.example', 'not the password of Pieter');
        pass(random.pick([0, minuteMs, 10 * minuteMs]));
        if (random.oneIn(3)) {
          await stop();
          if (random.oneIn(2)) setClock(random.pick([0, 500 * dayMs]));
          await start();
        }
        pass(minuteMs);
        setClock(0);
        pass(minuteMs);
        expect((await call('/api/StaticData/GetAllMembers', { token })).status, `step ${step}`).toBe(200);
        // A single mistake costs no more than twelve seconds.
        if ((await signIn('pieter@veld.example')).status !== 429) continue;
        pass(12_000);
        expect((await signIn('pieter@veld.example')).status, `step ${step}`).toBe(200);
      }
      await stop();
      const entrySeqs = await seqs();
      expect(entrySeqs).toEqual(Array.from(entrySeqs, (_, at) => at + 1));
      // The server was started and stopped, and people signed in, on one real day.
      expect(dayFilesIn(auditFolderIn(folder)).at(-1)).toBe('2026-11-18.jsonl');
    },
  );
});
