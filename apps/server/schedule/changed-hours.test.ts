// The hours of the exchange day in the reference data: the operator changes them while the market runs, with an effective date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { type ClientSettingsReply, type PhasesReply, userCommands } from '@openpit/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoMarketFile } from '../server-folder.ts';
import { exampleOrder } from '../testing/body-examples.ts';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

const groups = ['deliveryMonth', 'other', 'world'];
const hours = {
  name: 'short days',
  utcOffset: '+03:00',
  steps: [
    { at: '10:00', phase: 'continuous', groups },
    { at: '14:00', phase: 'admin', groups },
    { at: '15:00', endDay: true },
  ],
};

const at = (time: string, offset = '+02:00') => epochMs(Date.parse(`${time}${offset}`));
const moveTo = (time: string, offset = '+02:00') =>
  server.clock.advance(at(time, offset) - server.clock.now());
const nextEnd = () => server.calendar?.next(server.clock.now(), ({ kind }) => kind === 'endDay')?.at;
const phase = () => server.view.exchangeDay.groups().find(({ group }) => group === 'other')?.phase;

const groupsNow = async () => {
  const token = await server.signIn('thandi');
  const { body } = await server.call('/api/MarketData/GetPhases', { token });
  return (body as PhasesReply).groups;
};

it('[PANEL-18] are known in a newly opened market, before its first phase begins', async () => {
  const token = await server.signIn('thandi');
  const { body } = await server.call('/api/MarketData/GetPhases', { token });
  const next = { phase: 'admin', at: at('2026-11-18T23:20') };
  const isOpen = { phase: 'continuous', since: null, next, opensAt: null };
  expect((body as PhasesReply).groups).toMatchObject([isOpen, isOpen, isOpen]);
  const login = await server.call('/api/StaticData/GetClientSettings');
  expect((login.body as ClientSettingsReply).utcOffsetMinutes).toBe(120);
  expect((login.body as ClientSettingsReply).exchangeDay?.groups).toMatchObject([isOpen, isOpen, isOpen]);
});

it('apply from their business day on, including its phases and its end', async () => {
  const demo = JSON.parse(await readFile(demoMarketFile, 'utf8')) as { market: object };
  const text = JSON.stringify({ ...demo, market: { ...demo.market, hours } });
  await server.operate({ action: 'reference-apply', file: 'short.json', text });
  expect(server.view.directory.hours).toBeNull();
  expect(nextEnd()).toBe(at('2026-11-18T23:30'));

  // The former hours begin a phase at this time.
  moveTo('2026-11-18T23:31');
  await until(() => server.view.directory.businessDay === '2026-11-19');
  expect(server.view.directory.hours).toMatchObject({ name: 'short days' });
  expect(nextEnd()).toBe(at('2026-11-19T15:00', hours.utcOffset));
  // The present phase began by the former hours.
  const opensAt = at('2026-11-19T10:00', hours.utcOffset);
  expect(await groupsNow()).toMatchObject(
    groups.map(() => ({ phase: 'admin', next: { phase: 'continuous', at: opensAt }, opensAt })),
  );
  moveTo('2026-11-19T10:00', hours.utcOffset);
  await until(() => phase() === 'continuous');
  moveTo('2026-11-19T14:00', hours.utcOffset);
  await until(() => phase() === 'admin');
  moveTo('2026-11-19T15:00', hours.utcOffset);
  await until(() => server.view.directory.businessDay === '2026-11-20');
  const settings = await server.call('/api/StaticData/GetClientSettings');
  expect((settings.body as ClientSettingsReply).utcOffsetMinutes).toBe(180);
});

it('announce no next phase while the schedule waits for the operator', async () => {
  server.clock.jump(10 * 24 * 60 * 60_000);
  const unknown = groups.map(() => ({ next: null, opensAt: null }));
  await expect.poll(groupsNow).toMatchObject(unknown);
  await server.operate({ action: 'schedule', answer: 'continue' });
  expect(await groupsNow()).toMatchObject(groups.map(() => ({ next: { phase: 'continuous' } })));
});

it('of a --schedule file set the times in the sentences of the market', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-hours-'));
  const file = join(folder, 'tokyo.json');
  const steps = [
    { at: '08:45', phase: 'continuous', groups },
    { at: '16:00', phase: 'closed', groups },
    { at: '23:00', endDay: true },
  ];
  await writeFile(file, JSON.stringify({ name: 'Tokyo', utcOffset: '+09:00', steps }));
  const inTokyo = await serverOnAPort({ options: ['--schedule', file] });
  const token = await inTokyo.signIn('thandi');
  const order = await inTokyo.call(userCommands.insertOrder.path, {
    token,
    body: { requestId: 'late', ...exampleOrder },
  });
  const announced = await inTokyo.call('/api/StaticData/GetAnnouncements', { token });
  await inTokyo.close();
  await rm(folder, { recursive: true, force: true });
  expect(order.body).toMatchObject({ message: expect.stringMatching(/again at 2026-11-19 08:45\.$/) });
  expect(JSON.stringify(announced.body)).toContain('Next: continuous trading at 2026-11-19 08:45.');
});

it('are rejected with the path of the fault', async () => {
  const demo = JSON.parse(await readFile(demoMarketFile, 'utf8')) as { market: object };
  const wrong = { ...hours, steps: [{ at: '25:00', endDay: true }] };
  const text = JSON.stringify({ ...demo, market: { ...demo.market, hours: wrong } });
  await expect(server.operate({ action: 'reference-apply', file: 'wrong.json', text })).rejects.toThrow(
    /market\.hours\.steps\.0/,
  );
});
