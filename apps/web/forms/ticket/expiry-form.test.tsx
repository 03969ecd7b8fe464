// @vitest-environment happy-dom
// The times at which an option may be exercised or abandoned, and the texts and commands of the form, including those for a dealer who sees
// no positions.
import { type Abandonment, noPermissions, type PhasesReply, userCommands, userReads } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useActionContext } from '../../actions/action.ts';
import { openedForms } from '../../actions/testing/action-context.ts';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { OwnAbandonments } from '../../panels/positions/abandonments.tsx';
import { noConnection, useConnection } from '../../stores/connection.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { marketStore } from '../../stores/stores.ts';
import { accountOfUser, marketRow, positionRow } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import {
  ExpiryForm,
  type ExpiryOption,
  expiryCommandText,
  expiryOutcome,
  expirySentence,
  givenUp,
  parseLots,
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

describe('the time in a phase that the screen does not know', () => {
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
  it('[ACT-18] states that the account buys the future of a call at the strike, and sells the future of a put', () => {
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

  it('[ACT-18] shows the loss: the premium less the gain on the future, in rand for all lots', () => {
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

  it('states when nothing is given up, or something is gained, at the current prices', () => {
    expect(givenUp('exercise', 4, { ...call, last: 35.2 }, held)).toMatchObject({
      text: expect.stringContaining('Nothing is given up now'),
      isLoss: false,
    });
    expect(givenUp('exercise', 4, { ...call, last: 35 }, held)).toMatchObject({
      text: expect.stringContaining(rand('That gains R 80 now')),
      isLoss: false,
    });
  });

  it('states that the amount is not known while a price is missing', () => {
    const { reference: _none, ...unpriced } = call;
    for (const option of [unpriced, { ...call, last: null, mtm: null }])
      expect(givenUp('exercise', 4, option, held)).toMatchObject({
        text: expect.stringContaining('not known'),
        isLoss: false,
      });
  });

  it('names the command on its button, and afterwards the deals', () => {
    expect(expiryCommandText('exercise', 4, { contract: call.contract, principal: 'KAND' })).toBe(
      'Exercise 4 DEC26 WMAZ 4000 C of KAND',
    );
    expect(expiryOutcome('exercise', 4, call, held)).toBe(
      'Exercised 4 DEC26 WMAZ 4000 C of KAND: bought 4 DEC26 WMAZ at 4,000.00.',
    );
    expect(expiryOutcome('exercise', 1, put, held)).toContain('sold 1 DEC26 WMAZ at 4,000.00.');
  });
});

describe('the form that abandons an option', () => {
  it('withdraws with 0 lots an earlier abandonment, and states the effect', () => {
    const position = { net: 10, principal: 'KAND', abandoned: 0 };
    expect(parseLots('0', 'abandon', { ...position, abandoned: 4 })).toEqual({ qty: 0 });
    expect(parseLots('0', 'abandon', position)).toEqual({
      error: 'No lots are abandoned: there is nothing to withdraw.',
    });
    expect(parseLots('0', 'exercise', { ...position, abandoned: 4 })).toHaveProperty('error');
    expect(expiryCommandText('abandon', 0, { contract: 'DEC26 WMAZ 4000 C', principal: 'KAND' })).toBe(
      'Withdraw the abandonment of DEC26 WMAZ 4000 C of KAND',
    );
    expect(expirySentence('abandon', 0, call, held)).toContain('No lots are abandoned any more');
    expect(expiryOutcome('abandon', 0, call, held)).toContain('Withdrew the abandonment');
  });

  it('[ACT-19] states that the lots are not exercised automatically, and the value given up', () => {
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

const contract = 'DEC26 WMAZ 4000 C';
const row = marketRow(contract, {
  contractDisplay: { flag: 'C', strike: 4000, CONTRACT_TYPE: 2 },
  underlying: 'DEC26 WMAZ',
  optionExpiry: expiry,
});
const ownOnly = accountOfUser({
  clients: [{ code: '9996S', name: 'Sunrise Farm' }],
  subAccounts: [{ principal: '9996S', code: 'EAST' }],
  scope: 'own',
});
const reply = { seq: 9, deals: [], repeated: false };

describe('[ACT-18] [ACT-19] a dealer who sees no positions', () => {
  let server: LocalServer;
  let standing: Abandonment[];
  const opened = openedForms();
  const port = createScreenPort(async () => undefined);
  const show = (kind: 'exercise' | 'abandon', change: { readonly standing?: Abandonment } = {}) =>
    render(
      <ScreenPortContext value={port}>
        <ExpiryForm
          request={{ kind, contract, position: null, anchor: null, ...change }}
          row={row}
          size="medium"
          draft={undefined}
          onClose={() => undefined}
        />
      </ScreenPortContext>,
    );
  const lots = () => screen.getByRole('textbox', { name: /^To (exercise|abandon)/ }) as HTMLInputElement;
  const type = (text: string) => fireEvent.change(lots(), { target: { value: text } });
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  const isSendable = () => document.querySelector('[data-send]')?.getAttribute('aria-disabled') !== 'true';
  const send = () => act(async () => fireEvent.submit(lots()));
  const outcome = () => screen.getByRole('status').textContent;
  const sent = () =>
    server.calls.flatMap((call) => {
      const body = /^POST \S+ (.*)$/.exec(call)?.[1];
      if (body === undefined) return [];
      const { requestId: _any, ...rest } = JSON.parse(body);
      return [rest];
    });

  beforeEach(async () => {
    server = await startLocalServer();
    standing = [];
    server.answer(userReads.getAbandonments.path, () => ({ json: standing }));
    useToasts.setState(noToasts);
    useSession.setState({ hqAccess: ownOnly });
    usePreferences.setState(({ document }) => ({
      document: { ...document, flags: { ...noPermissions(), exerciseOption: true, abandonOption: true } },
    }));
    useConnection.setState({ ...noConnection, market: 'Connecting' });
  });
  afterEach(async () => {
    cleanup();
    useConnection.setState(noConnection);
    useSession.setState({ hqAccess: null });
    await server.close();
  });

  it('exercises lots of a chosen account, whose position only the market checks', async () => {
    const why = '9996S does not hold 12 lots of DEC26 WMAZ 4000 C.';
    server.answer(userCommands.exerciseOption.path, () => ({
      status: 422,
      json: { status: 422, message: why, code: 'lotsAboveLong' },
    }));
    show('exercise');
    expect(lots().value).toBe('');
    choose('For', '9996S');
    choose('Sub-account', 'EAST');
    type('12');
    expect(document.querySelector('[data-send]')?.textContent).toBe(
      'Exercise 12 DEC26 WMAZ 4000 C of 9996S EAST',
    );
    await send();
    await expect.poll(outcome).toBe(`Rejected: ${why}`);
    server.answer(userCommands.exerciseOption.path, () => ({ json: reply }));
    choose('For', 'KAND');
    type('4');
    await send();
    await expect
      .poll(outcome)
      .toBe('Exercised 4 DEC26 WMAZ 4000 C of KAND: bought 4 DEC26 WMAZ at 4,000.00.');
    expect(sent()).toEqual([
      { contract, qty: 12, principal: '9996S', subAccount: 'EAST' },
      { contract, qty: 4, principal: 'KAND', subAccount: null },
    ]);
  });

  it('sees the current abandonment of the chosen account, and withdraws it', async () => {
    standing = [{ contract, principal: '9996S', subAccount: null, dealer: 'ABD', lots: 6 }];
    server.answer(userCommands.abandonOption.path, () => {
      standing = [];
      return { json: reply };
    });
    show('abandon');
    // There is no abandonment for the member's own account.
    type('0');
    await expect.poll(isSendable).toBe(false);
    choose('For', '9996S');
    type('2');
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw them' }));
    expect([lots().value, document.activeElement]).toEqual(['0', lots()]);
    await send();
    await expect.poll(outcome).toContain('Withdrew the abandonment of DEC26 WMAZ 4000 C of 9996S');
    expect(sent()).toEqual([{ contract, qty: 0, principal: '9996S', subAccount: null }]);
  });

  it('may withdraw although the current abandonment could not be read: the market answers', async () => {
    server.answer(userReads.getAbandonments.path, () => ({
      status: 503,
      json: { status: 503, message: 'No.' },
    }));
    server.answer(userCommands.abandonOption.path, () => ({ json: reply }));
    show('abandon');
    await expect.poll(() => document.body.textContent).toContain('could not be loaded');
    type('0');
    await send();
    await expect.poll(sent).toEqual([{ contract, qty: 0, principal: 'KAND', subAccount: null }]);
  });

  it('finds every standing instruction in the panel Positions, with the form that changes it', async () => {
    const given = { contract, principal: '9996S', subAccount: 'EAST', dealer: 'ABD', lots: 6 };
    standing = [given];
    marketStore.replaceAll([row]);
    function Panel() {
      return <OwnAbandonments context={useActionContext()} />;
    }
    const panel = render(
      <ScreenPortContext value={port}>
        <Panel />
      </ScreenPortContext>,
    );
    fireEvent.click(
      await screen.findByRole('button', {
        name: new RegExp(`^Change\\s+or withdraw 6 ${contract} for 9996S EAST`),
      }),
    );
    expect(opened.splice(0)).toMatchObject([{ kind: 'abandon', contract, position: null, standing: given }]);
    panel.unmount();
    show('abandon', { standing: given });
    expect(lots().value).toBe('6');
    await expect.poll(() => document.body.textContent).toContain('Abandon for 9996S EAST, 6 abandoned');
  });

  it('sees what another session has instructed, without a reload', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    function Panel() {
      return <OwnAbandonments context={useActionContext()} />;
    }
    render(
      <ScreenPortContext value={port}>
        <Panel />
      </ScreenPortContext>,
    );
    await expect.poll(() => server.calls.length).toBe(1);
    standing = [{ contract, principal: '9996S', subAccount: null, dealer: 'ABD', lots: 2 }];
    // The next request is due fifteen seconds after the answer, which may be on its way. Longer steps would end a request that is.
    const callsAfter = (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
      return server.calls.length;
    };
    await expect.poll(() => callsAfter(1_000)).toBeGreaterThan(1);
    await expect.poll(() => document.body.textContent).toContain('Abandoned: 2');
  });

  it('uses the same form as a dealer with a position, who is not asked for an account', () => {
    const position = positionRow({ positionSeq: 1, contract, net: 10 });
    render(
      <ScreenPortContext value={port}>
        <ExpiryForm
          request={{ kind: 'exercise', contract, position, anchor: null }}
          row={row}
          size="medium"
          draft={undefined}
          onClose={() => undefined}
        />
      </ScreenPortContext>,
    );
    expect(lots().value).toBe('10');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
