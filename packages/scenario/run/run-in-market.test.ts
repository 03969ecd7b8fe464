import {
  type Clock,
  type EpochMs,
  epochMs,
  GatewayUnavailable,
  type OrderGateway,
  type Outcome,
  type Submission,
} from '@openpit/venue';
import type { TestGateway } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import type { Fixture } from '../fixture/fixture.ts';
import { givenMarket, scenarioOperator } from '../fixture/given-market.ts';
import { testGround } from '../testing/test-ground.ts';
import { runInMarket, type StepReport } from './run-in-market.ts';

/** Calls back immediately, at the time that was asked for. */
class ImmediateClock implements Clock {
  readonly waitsMs: number[] = [];
  #now = Date.UTC(2026, 10, 18, 7);
  now = (): EpochMs => epochMs(this.#now);
  at(time: EpochMs, call: () => void): () => void {
    this.waitsMs.push(time - this.#now);
    this.#now = time;
    const immediate = setImmediate(call);
    return () => clearImmediate(immediate);
  }
}

/** Never calls back. */
const stoppedClock: Clock = { now: () => epochMs(0), at: () => () => undefined };

async function openMarket(): Promise<{ gateway: TestGateway; fixture: Fixture }> {
  const { gateway, market } = testGround();
  const { before, fixture } = givenMarket({ file: 'given', given: [] }, market);
  for (const submission of before) await gateway.submit(submission);
  return { gateway, fixture };
}

async function run(
  lines: readonly string[],
  market?: { gateway: OrderGateway; fixture: Fixture },
  clock = new ImmediateClock(),
) {
  const { gateway, fixture } = market ?? (await openMarket());
  const reports: StepReport[] = [];
  const text = ['# A scenario.', ...lines].join('\n');
  const onStep = (report: StepReport) => reports.push(report);
  const operator = scenarioOperator;
  const task = { text, file: 'a.scenario', gateway, clock, pace: 10, fixture, operator, onStep };
  return { running: runInMarket(task), reports, clock };
}

describe('a scenario that runs in a running market', () => {
  it('submits step by step and reports each result, without checking expectations', async () => {
    const { running, reports } = await run([
      'client 9996S KAND',
      'Abdul KAND buys 10 DEC26 WMAZ at 4034.80 for 9996S ref A1',
      '  rejected priceOffTick',
      'book DEC26 WMAZ',
      '  (empty)',
      'Denise VELD sells 4 DEC26 WMAZ at 4034.80 ref D1',
      'Abdul KAND amends A1 at 4034.90',
      'Abdul KAND deletes A1',
    ]);
    await running.finished;
    expect(reports.map(({ line, results }) => [line, results[0]])).toEqual([
      [3, 'answered Active, dealt 0, left 10, ref A1'],
      [7, 'answered Filled, dealt 4, left 0, ref D1'],
      [8, expect.stringContaining('rejected priceOffTick')],
      [9, 'answered Cancelled, dealt 0, left 0, ref A1'],
    ]);
    expect(reports[1]?.results).toContain('dealt 4 at 4034.80 with A1');
  });

  it('waits for the times of the scenario divided by the pace, and pauses between steps without a time', async () => {
    const { running, clock } = await run([
      'at 09:00',
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1',
      'Abdul KAND deletes A1',
      'at 09:10',
      'announcement Info "Ten past nine"',
    ]);
    await running.finished;
    expect(clock.waitsMs).toEqual([1000, 1000, 58_000, 1000]);
  });

  it('uses the refs that the market gives when it runs twice on one day', async () => {
    const market = await openMarket();
    const lines = ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1', 'Abdul KAND suspends A1'];
    const first = await run(lines, market);
    await first.running.finished;
    const second = await run(lines, market);
    await second.running.finished;
    expect(second.reports.map(({ results }) => results[0])).toEqual([
      'answered Active, dealt 0, left 1, ref A2',
      'answered Suspended, dealt 0, left 1, ref A2',
    ]);
  });

  it('submits a step again that a busy market did not take, and fails when the market has stopped', async () => {
    const { gateway, fixture } = await openMarket();
    let busy = 2;
    const busyGateway: OrderGateway = {
      onOutcome: (listener) => gateway.onOutcome(listener),
      submit(submission: Submission): Promise<Outcome> {
        busy -= 1;
        return busy < 0
          ? gateway.submit(submission)
          : Promise.reject(new GatewayUnavailable('venueBusy', 'Busy.', 500));
      },
    };
    const { running, reports, clock } = await run(['Abdul KAND buys 1 DEC26 WMAZ at 4034.80'], {
      gateway: busyGateway,
      fixture,
    });
    await running.finished;
    expect(reports).toHaveLength(1);
    expect(clock.waitsMs).toEqual([1000, 500, 500]);
    const stopped: OrderGateway = {
      onOutcome: () => () => undefined,
      submit: () => Promise.reject(new GatewayUnavailable('venueStopped', 'It has stopped.', 0)),
    };
    const second = await run(['Abdul KAND buys 1 DEC26 WMAZ at 4034.80'], { gateway: stopped, fixture });
    await expect(second.running.finished).rejects.toThrow('It has stopped.');
    expect(second.reports).toEqual([]);
  });

  it('submits nothing more after it is stopped during a pause', async () => {
    const { gateway, fixture } = await openMarket();
    const sentBefore = gateway.outcomes.length;
    const running = runInMarket({
      text: '# A scenario.\nannouncement Info "Never"',
      file: 'a.scenario',
      gateway,
      clock: stoppedClock,
      pace: 1,
      fixture,
      operator: scenarioOperator,
      onStep: () => expect.fail('a step was submitted'),
    });
    await running.stop();
    expect(gateway.outcomes).toHaveLength(sentBefore);
  });

  it.each([
    ['Nomsa KAND deletes #1', 'a.scenario:3: member KAND has no dealer Nomsa'],
    ['Abdul KAND buys 1 DEC27 WMAZ at 1.00', 'a.scenario:3: there is no contract DEC27 WMAZ'],
    ['opening', 'a.scenario:3: the running market differs from what is given'],
    ['Abdul KAND buys one', 'a.scenario:3:17: expected a whole number'],
  ])('rejects the line before anything is submitted: %s', async (line, fault) => {
    const market = await openMarket();
    const sentBefore = market.gateway.outcomes.length;
    await expect(run(['announcement Info "First"', line], market)).rejects.toThrow(fault);
    expect(market.gateway.outcomes).toHaveLength(sentBefore);
  });

  it.each([
    'member MIEL',
    'dealer Mpho KAND',
    'client 5044M KAND',
    'instrument YMAZ',
    'contract DEC27 WMAZ at 4035.00',
    'market not open',
  ])('rejects a given line that the market contradicts: %s', async (given) => {
    await expect(run([given, 'end of day'])).rejects.toThrow(
      `a.scenario:2: the running market differs from what is given.\n  ${given}`,
    );
  });

  it('rejects a dealer without a user, unless an earlier step registers the dealer', async () => {
    const { gateway, fixture } = await openMarket();
    const dealers = fixture.dealers.map((dealer) => ({ ...dealer, userId: null }));
    const market = { gateway, fixture: { ...fixture, dealers } };
    await expect(run(['Abdul KAND deletes #1'], market)).rejects.toThrow(
      'Abdul of KAND has no user in this market',
    );
    const { running, reports } = await run(['Abdul KAND may enter', 'Abdul KAND deletes #1'], market);
    await running.finished;
    expect(reports.map(({ results }) => results[0])).toEqual([
      'accepted',
      expect.stringContaining('notPermitted'),
    ]);
  });
});
