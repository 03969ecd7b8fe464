// The operator's phases beside those of the shipped schedule.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSchedule, ScheduleCalendar } from '@openpit/market';
import { type ContractGroup, contractGroups, epochMs, type Outcome, type Phase } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import type { RunningMarket } from '../running-market.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { scheduleFiles } from '../server-folder.ts';
import { operate, seedSmallMarket } from '../testing/seed-small-market.ts';
import type { ActingOperator } from './operator-action.ts';
import { dayActions } from './operator-day.ts';

let folder: string;
let market: RunningMarket;
let clock: VirtualClock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-phases-'));
  clock = new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 6)));
  market = await openMarketIn(
    { dataFolder: folder },
    { clock, onStopped: ({ message }) => expect.fail(message) },
  );
  await seedSmallMarket(market);
});
afterEach(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const begin = (phase: Phase, groups: readonly ContractGroup[]): Promise<Outcome> =>
  operate(market, { kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });

/** The operator's command at this time of Wednesday 18 November 2026, under the SAST schedule. */
function phaseAt(time: string, phase: Phase, groups: readonly ContractGroup[] = contractGroups) {
  clock.advance(Date.parse(`2026-11-18T${time}+02:00`) - clock.now());
  const { gateway, view } = market;
  const hours = parseSchedule(readFileSync(scheduleFiles.sast, 'utf8'), scheduleFiles.sast);
  const calendar = new ScheduleCalendar(
    () => hours,
    () => view.directory.holidays(),
  );
  const operator = { operatorId: 'sipho', gateway, view, clock, calendar };
  return dayActions.phase.run(operator as unknown as ActingOperator, { phase, groups });
}
const phases = () => market.view.exchangeDay.groups().map(({ phase }) => phase);

describe('the command phase', () => {
  it.each([
    ['14:35', 'closed', ['deliveryMonth', 'other']],
    ['12:50', 'closed', ['deliveryMonth']],
    ['12:10', 'admin', ['deliveryMonth']],
    ['12:10', 'admin', ['world', 'other']],
  ] as const)(
    'at %s begins %s for all groups, although %j are in it already',
    async (time, phase, groups) => {
      await begin(phase, groups);
      await phaseAt(time, phase);
      expect(phases()).toEqual([phase, phase, phase]);
    },
  );

  it('announces the phase only for the groups that were in another', async () => {
    await begin('closed', ['deliveryMonth', 'other']);
    const begun: string[] = [];
    market.gateway.onOutcome(({ events }) => {
      for (const event of events) if (event.kind === 'phaseBegan') begun.push(event.groups.join(' '));
    });
    await phaseAt('14:35', 'closed', ['world', 'other', 'world']);
    expect(begun).toEqual(['world']);
  });

  it('is rejected, with all groups that it names, if all are in the phase already', async () => {
    await begin('closed', contractGroups);
    await expect(phaseAt('14:35', 'closed')).rejects.toThrow(
      'The phase of delivery months, other months, world products is closed already.',
    );
  });
});
