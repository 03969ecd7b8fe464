import {
  type Clock,
  type EpochMs,
  epochMs,
  type Floor,
  FloorUnavailable,
  type Outcome,
  type Submission,
} from '@openpit/venue';
import { smallMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import type { Cast } from './cast.ts';
import { givenMarket } from './given-market.ts';
import { type PlayedLine, playScenario } from './play-scenario.ts';
import { StoryFloor } from './testing/story-floor.ts';

/** Every appointment is kept at once, and the time that it was made for is the time then. */
class HastyClock implements Clock {
  readonly waitsMs: number[] = [];
  #now = Date.UTC(2026, 10, 18, 7);
  now = (): EpochMs => epochMs(this.#now);
  at(time: EpochMs, call: () => void): () => void {
    this.waitsMs.push(time - this.#now);
    this.#now = time;
    const turn = setImmediate(call);
    return () => clearImmediate(turn);
  }
}

/** A clock whose appointments are never kept. */
const standingClock: Clock = { now: () => epochMs(0), at: () => () => undefined };

async function openMarket(): Promise<{ floor: StoryFloor; cast: Cast }> {
  const floor = new StoryFloor();
  const { before, cast } = givenMarket({ file: 'given', given: [] }, smallMarket);
  for (const submission of before) await floor.submit(submission);
  return { floor, cast };
}

async function play(
  lines: readonly string[],
  market?: { floor: Floor; cast: Cast },
  clock = new HastyClock(),
) {
  const { floor, cast } = market ?? (await openMarket());
  const told: PlayedLine[] = [];
  const text = ['# A story.', ...lines].join('\n');
  const onLine = (line: PlayedLine) => told.push(line);
  const playing = playScenario({ text, file: 'a.scenario', floor, clock, pace: 10, cast, onLine });
  return { playing, told, clock };
}

describe('a story that is played into a running market', () => {
  it('is sent line by line, and what came of each is told; what it expects is not compared', async () => {
    const { playing, told } = await play([
      'client 9996S KAND',
      'Abdul KAND buys 10 DEC26 WMAZ at 4034.80 for 9996S ref A1',
      '  rejected priceOffTick',
      'book DEC26 WMAZ',
      '  (empty)',
      'Denise VELD sells 4 DEC26 WMAZ at 4034.80 ref D1',
      'Abdul KAND amends A1 at 4034.90',
      'Abdul KAND deletes A1',
    ]);
    await playing.finished;
    expect(told.map(({ line, happened }) => [line, happened[0]])).toEqual([
      [3, 'answered Active, dealt 0, left 10, ref A1'],
      [7, 'answered Filled, dealt 4, left 0, ref D1'],
      [8, expect.stringContaining('rejected priceOffTick')],
      [9, 'answered Cancelled, dealt 0, left 0, ref A1'],
    ]);
    expect(told[1]?.happened).toContain('dealt 4 at 4034.80 with A1');
  });

  it('keeps its times, so many times faster, with a beat between lines that name none', async () => {
    const { playing, clock } = await play([
      'at 09:00',
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1',
      'Abdul KAND deletes A1',
      'at 09:10',
      'announcement Info "Ten past nine"',
    ]);
    await playing.finished;
    expect(clock.waitsMs).toEqual([1000, 1000, 58_000, 1000]);
  });

  it('a second time on one day goes by the refs that the market gives', async () => {
    const market = await openMarket();
    const lines = ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1', 'Abdul KAND suspends A1'];
    const first = await play(lines, market);
    await first.playing.finished;
    const second = await play(lines, market);
    await second.playing.finished;
    expect(second.told.map(({ happened }) => happened[0])).toEqual([
      'answered Active, dealt 0, left 1, ref A2',
      'answered Suspended, dealt 0, left 1, ref A2',
    ]);
  });

  it('goes on with the line that a busy market did not take, and ends when the market has stopped', async () => {
    const { floor, cast } = await openMarket();
    let busy = 2;
    const busyFloor: Floor = {
      onOutcome: (listener) => floor.onOutcome(listener),
      submit(submission: Submission): Promise<Outcome> {
        busy -= 1;
        return busy < 0
          ? floor.submit(submission)
          : Promise.reject(new FloorUnavailable('venueBusy', 'Busy.', 500));
      },
    };
    const { playing, told, clock } = await play(['Abdul KAND buys 1 DEC26 WMAZ at 4034.80'], {
      floor: busyFloor,
      cast,
    });
    await playing.finished;
    expect(told).toHaveLength(1);
    expect(clock.waitsMs).toEqual([1000, 500, 500]);
    const stopped: Floor = {
      onOutcome: () => () => undefined,
      submit: () => Promise.reject(new FloorUnavailable('venueStopped', 'It has stopped.', 0)),
    };
    const second = await play(['Abdul KAND buys 1 DEC26 WMAZ at 4034.80'], { floor: stopped, cast });
    await expect(second.playing.finished).rejects.toThrow('It has stopped.');
    expect(second.told).toEqual([]);
  });

  it('stops while it waits, and sends nothing more', async () => {
    const { floor, cast } = await openMarket();
    const sentBefore = floor.outcomes.length;
    const playing = playScenario({
      text: '# A story.\nannouncement Info "Never"',
      file: 'a.scenario',
      floor,
      clock: standingClock,
      pace: 1,
      cast,
      onLine: () => expect.fail('a line was told'),
    });
    await playing.stop();
    expect(floor.outcomes).toHaveLength(sentBefore);
  });

  it.each([
    ['Nomsa KAND deletes #1', 'a.scenario:3: member KAND has no dealer Nomsa'],
    ['Abdul KAND buys 1 DEC27 WMAZ at 1.00', 'a.scenario:3: there is no contract DEC27 WMAZ'],
    ['opening', 'a.scenario:3: the running market is otherwise than the story says'],
    ['Abdul KAND buys one', 'a.scenario:3:17: expected a whole number'],
  ])('is rejected with the line before anything is sent: %s', async (line, fault) => {
    const market = await openMarket();
    const sentBefore = market.floor.outcomes.length;
    await expect(play(['announcement Info "First"', line], market)).rejects.toThrow(fault);
    expect(market.floor.outcomes).toHaveLength(sentBefore);
  });

  it.each([
    'member MIEL',
    'dealer Mpho KAND',
    'client 5044M KAND',
    'instrument YMAZ',
    'contract DEC27 WMAZ at 4035.00',
    'market not open',
  ])('is rejected when the market lacks what it takes for given: %s', async (given) => {
    await expect(play([given, 'end of day'])).rejects.toThrow(
      `a.scenario:2: the running market is otherwise than the story says.\n  ${given}`,
    );
  });

  it('is rejected for a dealer who is no user, unless he enters first', async () => {
    const { floor, cast } = await openMarket();
    const dealers = cast.dealers.map((dealer) => ({ ...dealer, userId: null }));
    const market = { floor, cast: { ...cast, dealers } };
    await expect(play(['Abdul KAND deletes #1'], market)).rejects.toThrow(
      'Abdul of KAND has no user in this market',
    );
    const { playing, told } = await play(['Abdul KAND may enter', 'Abdul KAND deletes #1'], market);
    await playing.finished;
    expect(told.map(({ happened }) => happened[0])).toEqual([
      'accepted',
      expect.stringContaining('notPermitted'),
    ]);
  });
});
