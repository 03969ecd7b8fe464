import { type ContractGroup, contractGroups, type Phase } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { asPrice, epochMs, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { rejectionSentence } from '../rejections.ts';
import { smallMarket } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const begin = (market: TestMarket, phase: Phase, groups = contractGroups as readonly ContractGroup[]) =>
  market.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
const announcementsIn = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );

describe('the phases of an exchange day', () => {
  it('reject orders while closed, in administration and in delivery, and say when orders are accepted again', () => {
    const market = TestMarket.opened();
    for (const phase of ['closed', 'admin', 'delivery'] as const) {
      market.operate({
        kind: 'beginPhase',
        groups: contractGroups,
        phase,
        dueAt: null,
        next: null,
        opensAt: epochMs(Date.UTC(2026, 10, 19, 6, 50)),
      });
      const outcome = market.by('abdul', anOrder);
      expect(rejectionOf(outcome)).toBe('sessionClosed');
      if (outcome.verdict.kind === 'rejected')
        expect(rejectionSentence(outcome.verdict.rejection)).toMatch(
          /accepts them again at 2026-11-19 08:50\.$/,
        );
    }
  });

  it('allow orders to be suspended, reduced and deleted at any time, but not to be resubmitted', () => {
    const market = TestMarket.opened();
    const activeOrderSeq = market.order('abdul', {}).activeOrderSeq;
    const other = market.order('abdul', {}).activeOrderSeq;
    begin(market, 'admin');
    expect(
      rejectionOf(market.by('abdul', { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(4) })),
    ).toBeNull();
    expect(rejectionOf(market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBeNull();
    expect(rejectionOf(market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBe(
      'sessionClosed',
    );
    expect(rejectionOf(market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: other }))).toBeNull();
  });

  it('belong to groups: a delivery month closes while other months trade', () => {
    const market = TestMarket.opened();
    begin(market, 'admin', ['deliveryMonth']);
    const ofNovember = { ...anOrder, contract: 'NOV26 WMAZ', price: asPrice(400_000) };
    expect(rejectionOf(market.by('abdul', ofNovember))).toBe('sessionClosed');
    expect(rejectionOf(market.by('abdul', anOrder))).toBeNull();
    expect(rejectionOf(begin(market, 'admin', ['deliveryMonth']))).toBe('phaseUnchanged');
  });

  it('are announced with the phase that follows', () => {
    const market = TestMarket.opened();
    market.operate({
      kind: 'beginPhase',
      groups: ['other'],
      phase: 'preOpen',
      dueAt: null,
      next: { phase: 'continuous', at: epochMs(Date.UTC(2026, 10, 19, 7, 0)) },
      opensAt: null,
    });
    expect(announcementsIn(market.lastEvents)).toEqual([
      'Phase: Other months: pre-open: orders wait for the call auction. Next: continuous trading at 2026-11-19 09:00.',
    ]);
  });
});

it('states times in the time zone of the market’s hours', () => {
  const hours = { name: 'Own', utcOffset: '-05:30', steps: [] };
  const market = TestMarket.opened({ ...smallMarket, market: { ...smallMarket.market, hours } });
  const at = epochMs(Date.UTC(2026, 10, 19, 2, 0));
  const next = { phase: 'preOpen', at } as const;
  market.operate({
    kind: 'beginPhase',
    groups: contractGroups,
    phase: 'closed',
    dueAt: null,
    next,
    opensAt: at,
  });
  expect(announcementsIn(market.lastEvents).join()).toMatch(/call auction at 2026-11-18 20:30\.$/);
  const { verdict } = market.by('abdul', anOrder);
  expect(verdict.kind === 'rejected' && rejectionSentence(verdict.rejection)).toMatch(
    /again at 2026-11-18 20:30\.$/,
  );
});

it('states times in the time zone of the schedule that has begun the phase', () => {
  const market = TestMarket.opened();
  const opensAt = epochMs(Date.UTC(2026, 10, 29, 23, 45));
  const next = { phase: 'preOpen', at: opensAt } as const;
  const closing = { groups: contractGroups, phase: 'closed', dueAt: null, next, opensAt } as const;
  market.operate({ kind: 'beginPhase', ...closing, offsetMinutes: 9 * 60 });
  expect(announcementsIn(market.lastEvents).join()).toMatch(/call auction at 2026-11-30 08:45\.$/);
  const sentence = () => {
    const { verdict } = market.by('abdul', anOrder);
    return verdict.kind === 'rejected' && rejectionSentence(verdict.rejection);
  };
  expect(sentence()).toMatch(/again at 2026-11-30 08:45\.$/);
  market.restart();
  expect(sentence()).toMatch(/again at 2026-11-30 08:45\.$/);
});

it('a contract of the world group has the phase of that group', () => {
  const [instrument] = smallMarket.instruments;
  if (instrument === undefined) throw new Error('the small market has an instrument');
  const market = TestMarket.opened({ ...smallMarket, instruments: [{ ...instrument, settlement: 'cash' }] });
  begin(market, 'closed', ['deliveryMonth', 'other']);
  expect(rejectionOf(market.by('abdul', anOrder))).toBeNull();
  begin(market, 'closed', ['world']);
  expect(rejectionOf(market.by('abdul', anOrder))).toBe('sessionClosed');
});
