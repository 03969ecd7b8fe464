import type { PhasesReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import {
  type ExpiryOption,
  expiryCommandWords,
  expiryOutcome,
  expirySentence,
  givenUp,
  readLots,
  timeAgainst,
} from './expiry-form.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

type Group = PhasesReply['groups'][number];
const option = { contract: 'DEC26 WMAZ 4000 C', instrument: 'WMAZ', optionExpiry: '2026-11-20' };
const group = (phase: Group['phase'], change: Partial<Group> = {}): Group => ({
  group: 'other',
  phase,
  since: null,
  next: null,
  opensAt: null,
  dealsUntil: null,
  instruments: ['WMAZ'],
  ...change,
});
const on = (businessDay: string, ...groups: Group[]) => ({ businessDay, groups });
const [before, expiry] = ['2026-11-19', '2026-11-20'];
const phases = ['closed', 'preOpen', 'continuous', 'admin', 'delivery'] as const;

const allowed = (kind: 'exercise' | 'abandon', day: string) =>
  phases.filter((phase) => timeAgainst(kind, option, on(day, group(phase))) === null);

describe('the time of an exercise', () => {
  it('[ACT-18] is the administration, and on the expiry day the time until trading ends', () => {
    expect(allowed('exercise', before)).toEqual(['admin']);
    expect(allowed('exercise', expiry)).toEqual(['preOpen', 'continuous']);
  });

  it('is named where it is not now: when administration begins, and the expiry day', () => {
    const at = Date.UTC(2026, 10, 19, 12, 30);
    const day = on(before, group('continuous', { next: { phase: 'admin', at } }));
    expect(timeAgainst('exercise', option, day)).toBe(
      'DEC26 WMAZ 4000 C can be exercised in administration, from 14:30 on, and on its expiry day, 20/11/2026, until trading ends.',
    );
    expect(timeAgainst('exercise', option, on(before, group('continuous')))).toBe(
      'DEC26 WMAZ 4000 C can be exercised in administration, and on its expiry day, 20/11/2026, until trading ends.',
    );
  });
});

describe('the time of an abandonment', () => {
  it('[ACT-19] is the expiry day until the end of administration', () => {
    expect(allowed('abandon', before)).toEqual([]);
    expect(allowed('abandon', expiry)).toEqual(['preOpen', 'continuous', 'admin']);
    expect(timeAgainst('abandon', option, on(before, group('admin')))).toContain('20/11/2026');
  });
});

describe('what the screen cannot know', () => {
  it('is left to the market: while the phases are not known, and where one of the months allows it', () => {
    expect(timeAgainst('exercise', option, null)).toBeNull();
    const two = on(before, group('admin', { group: 'deliveryMonth' }), group('continuous'));
    expect(timeAgainst('exercise', option, two)).toBeNull();
    const others = on(before, group('admin', { instruments: ['CORN'] }), group('continuous'));
    expect(timeAgainst('exercise', option, others)).not.toBeNull();
  });
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const call: ExpiryOption = {
  contract: 'DEC26 WMAZ 4000 C',
  instrument: 'WMAZ',
  contractDisplay: { flag: 'C', strike: 4000, CONTRACT_TYPE: 2 },
  underlying: 'DEC26 WMAZ',
  reference: 4035.2,
  last: 60.2,
  mtm: 55,
};
const put: ExpiryOption = {
  ...call,
  contract: 'DEC26 WMAZ 4000 P',
  contractDisplay: { flag: 'P', strike: 4000, CONTRACT_TYPE: 2 },
};
const held = { principal: 'KAND', tons: 100 };
const rand = (text: string) => text.replaceAll('R ', 'R\u00a0');

describe('the form that exercises an option', () => {
  it('[ACT-18] says that the account buys the future of a call at the strike, and sells that of a put', () => {
    expect(expirySentence('exercise', 4, call, held)).toBe(
      'KAND buys 4 DEC26 WMAZ at the strike of 4,000.00; 4 lots of the option close at 0. This cannot be undone.',
    );
    expect(expirySentence('exercise', 1, put, held)).toBe(
      'KAND sells 1 DEC26 WMAZ at the strike of 4,000.00; 1 lot of the option closes at 0. This cannot be undone.',
    );
    expect(expirySentence('exercise', null, call, held)).toBe(
      'KAND buys DEC26 WMAZ at the strike of 4,000.00; the lots of the option close at 0. This cannot be undone.',
    );
  });

  it('[ACT-18] shows the loss: the premium less what the future brings, in rand for all lots', () => {
    expect(givenUp('exercise', 4, call, held)).toEqual({
      text: rand(
        'That gives up R 10,000 now: the option’s last price is 60.20, and DEC26 WMAZ at 4,035.20 brings 35.20 per ton.',
      ),
      isLoss: true,
    });
    // Out of the money the future costs as well.
    expect(givenUp('exercise', 4, { ...put, last: null, mtm: 0.2 }, held)).toEqual({
      text: rand(
        'That gives up R 14,160 now: the option’s MTM is 0.20, and DEC26 WMAZ at 4,035.20 costs 35.20 per ton.',
      ),
      isLoss: true,
    });
  });

  it('says when nothing is given up, or something is gained, at the present prices', () => {
    expect(givenUp('exercise', 4, { ...call, last: 35.2 }, held)).toMatchObject({
      text: expect.stringContaining('Nothing is given up now'),
      isLoss: false,
    });
    expect(givenUp('exercise', 4, { ...call, last: 35 }, held)).toMatchObject({
      text: expect.stringContaining(rand('That gains R 80 now')),
      isLoss: false,
    });
  });

  it('says that the amount is not known while a price is missing', () => {
    const { reference: _none, ...unpriced } = call;
    for (const option of [unpriced, { ...call, last: null, mtm: null }])
      expect(givenUp('exercise', 4, option, held)).toMatchObject({
        text: expect.stringContaining('not known'),
        isLoss: false,
      });
  });

  it('says on its button what is sent, and afterwards what was dealt', () => {
    expect(expiryCommandWords('exercise', 4, { contract: call.contract, principal: 'KAND' })).toBe(
      'Exercise 4 DEC26 WMAZ 4000 C of KAND',
    );
    expect(expiryOutcome('exercise', 4, call, held)).toBe(
      'Exercised 4 DEC26 WMAZ 4000 C of KAND: bought 4 DEC26 WMAZ at 4,000.00.',
    );
    expect(expiryOutcome('exercise', 1, put, held)).toContain('sold 1 DEC26 WMAZ at 4,000.00.');
  });
});

describe('the form that abandons an option', () => {
  it('[R4] withdraws with 0 lots an earlier abandonment, and states the effect', () => {
    const position = { net: 10, principal: 'KAND' };
    expect(readLots('0', 'abandon', { ...position, abandoned: 4 })).toEqual({ qty: 0 });
    expect(readLots('0', 'abandon', position)).toEqual({
      error: 'No lots are abandoned: there is nothing to withdraw.',
    });
    expect(readLots('0', 'exercise', { ...position, abandoned: 4 })).toHaveProperty('error');
    expect(expiryCommandWords('abandon', 0, { contract: 'DEC26 WMAZ 4000 C', principal: 'KAND' })).toBe(
      'Withdraw the abandonment of DEC26 WMAZ 4000 C of KAND',
    );
    expect(expirySentence('abandon', 0, call, held)).toContain('No lots are abandoned any more');
    expect(expiryOutcome('abandon', 0, call, held)).toContain('Withdrew the abandonment');
  });

  it('[ACT-19] says that the lots are not exercised automatically, and what that gives up', () => {
    expect(expirySentence('abandon', 2, call, held)).toBe(
      '2 lots of the option are not exercised automatically at the end of today, and close at 0.',
    );
    expect(givenUp('abandon', 2, call, held)).toEqual({
      text: rand('With DEC26 WMAZ at 4,035.20, that gives up R 7,040.'),
      isLoss: true,
    });
    expect(givenUp('abandon', 2, put, held)).toEqual({
      text: 'With DEC26 WMAZ at 4,035.20, the option is out of the money: nothing is given up.',
      isLoss: false,
    });
    expect(expiryOutcome('abandon', 2, call, held)).toBe(
      'Abandoned 2 DEC26 WMAZ 4000 C of KAND: they are not exercised automatically today.',
    );
  });
});
