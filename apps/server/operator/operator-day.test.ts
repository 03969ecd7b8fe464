// Phases that the operator begins while the schedule is running, and error trades whose deals members have changed.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSchedule, ScheduleCalendar } from '@openpit/market';
import {
  asPrice,
  type Command,
  type ContractGroup,
  contractGroups,
  epochMs,
  type InsertOrder,
  lots,
  type Outcome,
  type Phase,
  type ReferenceData,
} from '@openpit/venue';
import { anOrder, dealFlags, marketOfAllTypes, part } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import type { RunningMarket } from '../running-market.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { scheduleFiles } from '../server-folder.ts';
import { operate, seedSmallMarket, send } from '../testing/seed-small-market.ts';
import type { ActingOperator } from './operator-action.ts';
import { dayActions } from './operator-day.ts';

let folder: string;
let market: RunningMarket;
let clock: VirtualClock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-phases-'));
  clock = new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 6)));
  market = await openedMarket(marketOfAllTypes);
});
afterEach(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

async function openedMarket(referenceData: ReferenceData): Promise<RunningMarket> {
  const opened = await openMarketIn(
    { dataFolder: folder },
    { clock, onStopped: ({ message }) => expect.fail(message) },
  );
  await seedSmallMarket(opened, ['abdul', 'denise'], referenceData);
  return opened;
}

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
  return dayActions.phase.run(operator as unknown as ActingOperator, { phase, groups: [...groups] });
}
const phases = () => market.view.exchangeDay.groups().map(({ phase }) => phase);

describe('the command phase', () => {
  it.each([
    ['14:35', 'closed', ['deliveryMonth', 'other']],
    ['12:50', 'closed', ['deliveryMonth']],
    ['12:10', 'admin', ['deliveryMonth']],
    ['12:10', 'admin', ['world', 'other']],
  ] as const)(
    'at %s begins %s for all groups, although %j are already in it',
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

  it('is rejected, with all groups that it names, if all are already in the phase', async () => {
    await begin('closed', contractGroups);
    await expect(phaseAt('14:35', 'closed')).rejects.toThrow(
      'The phase of delivery months, other months, world products is already closed.',
    );
  });
});

describe('the command cancel-deal', () => {
  const errorTrade = (deal: string, confirm = false) => {
    const { gateway, view, queries } = market;
    const operator = { operatorId: 'sipho', gateway, view, ...queries };
    return dayActions['cancel-deal'].run(operator as unknown as ActingOperator, {
      deal,
      reason: 'typed wrong',
      confirm,
    });
  };
  it('shows the time of the deal in the market’s own hours, with or without a schedule', async () => {
    await market.close();
    await rm(folder, { recursive: true });
    const hours = { name: 'Chicago', utcOffset: '-06:00', steps: [{ at: '15:00', endDay: true }] } as const;
    const { market: rules } = marketOfAllTypes;
    market = await openedMarket({ ...marketOfAllTypes, market: { ...rules, hours } });
    const [deal] = await dealt({ price: asPrice(403_500) });
    expect(await errorTrade(`M${deal?.matchSeq}`)).toMatch(/ at 00:00$/m);
  });

  const deals = () => [...market.view.allRows('deals')].sort((a, b) => a.dealSeq - b.dealSeq);
  const states = () => new Map(deals().map(({ dealSeq, state }) => [dealSeq, state]));
  /** The numbers of the deals in each paragraph of the list. */
  const listed = (sentence: string): number[][] =>
    sentence
      .split(/^(?! )/m)
      .map((lines) => [...lines.matchAll(/deal (\d+):/g)].map(([, dealSeq]) => Number(dealSeq)))
      .filter(({ length }) => length > 0);
  const dealt = async (terms: Partial<InsertOrder>) => {
    const before = states();
    await send(market, 'denise', { ...anOrder, ...terms, side: 'S', principal: 'VELD' });
    await send(market, 'abdul', { ...anOrder, ...terms });
    return deals().filter(({ dealSeq }) => !before.has(dealSeq));
  };
  const change = async (command: Command): Promise<number[]> => {
    const before = states();
    await send(market, 'abdul', command);
    return [...states().keys()].filter((dealSeq) => !before.has(dealSeq));
  };

  it('shows the average of a cumulated deal to four decimals', async () => {
    await operate(market, { kind: 'grantPermissions', userId: 'abdul', flags: [...dealFlags] });
    const own = [];
    for (const [quantity, price] of [
      [7, 403_500],
      [4, 403_520],
    ] as const)
      own.push(...(await dealt({ lots: lots(quantity), price: asPrice(price) })));
    const dealSeqs = own.filter(({ member }) => member === 'KAND').map(({ dealSeq }) => dealSeq);
    await change({ kind: 'cumulateDeal', dealSeqs, averagePrice: true });
    const shown = await errorTrade(`M${own[0]?.matchSeq}`);
    expect(shown).toMatch(/KAND\/ABD buys 11 DEC26 WMAZ at 4035\.0727, /);
    expect(shown).toMatch(/VELD\/DEN sells 7 DEC26 WMAZ at 4035\.00, /);
  });

  it.each([
    ['deals', { price: asPrice(403_500) }],
    ['splits', { contract: 'DEC26-MAR27 WMAZ', price: asPrice(2_500) }],
  ])('lists the %s that it cancels and the deals that it reopens, and no others', async (_what, terms) => {
    await operate(market, { kind: 'grantPermissions', userId: 'abdul', flags: [...dealFlags] });
    const ownIn = (rows: ReturnType<typeof deals>) =>
      rows.filter(({ member, contract }) => member === 'KAND' && contract === 'DEC26 WMAZ')[0];
    const [first, second] = [ownIn(await dealt(terms)), ownIn(await dealt(terms))];
    const parts = [part(4, 'KAND'), part(6, 'KAND')];
    const [, reopened = 0] = await change({ kind: 'splitDeal', dealSeq: first?.dealSeq ?? 0, parts });
    await change({
      kind: 'cumulateDeal',
      dealSeqs: [reopened, second?.dealSeq ?? 0],
      averagePrice: true,
    });

    const before = states();
    const match = `M${second?.matchSeq}`;
    const shown = await errorTrade(match);
    expect(shown).toContain('Nothing has changed. To cancel and reopen these deals,');
    expect(states()).toEqual(before);
    const done = await errorTrade(match, true);
    const changed = (state: string) =>
      [...states()].flatMap(([dealSeq, now]) =>
        now === state && before.get(dealSeq) !== now ? [dealSeq] : [],
      );
    expect(listed(shown)).toEqual([changed('Cancelled'), changed('Open')]);
    expect(listed(shown)[1]).toEqual([reopened]);
    expect(listed(done)).toEqual(listed(shown));
    expect(done).toContain('The deals are cancelled and reopened.');
  });

  it('says without a confirmation too that it would be rejected', async () => {
    const [first] = await dealt({ price: asPrice(403_500) });
    await errorTrade(`M${first?.matchSeq}`, true);
    await expect(errorTrade(`M${first?.matchSeq}`)).rejects.toThrow('already cancelled');
  });
});
