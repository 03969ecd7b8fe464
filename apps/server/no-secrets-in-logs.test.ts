// A journey through everything that has a secret, and then a search of all files of the data folder for each of them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { findTwoFactor } from '@openpit/storage';
import { paths, userReads } from '@openpit/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { base32Of, codeOfStep, stepAt } from './auth/totp.ts';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';

const email = 'thandi@kand.example';
const [wrong, newPassword] = ['a wrong password of hers', 'sorghum beneath the moon'];

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort({ options: ['--log-level', 'debug'] });
});
afterAll(() => server.close());

const post = async (path: string, body: object, token?: string) => {
  const { status, body: reply } = await server.call(path, { body, token });
  return { status, reply: reply as Record<string, unknown> };
};

/** The names of the files that contain the text, in UTF-8 or UTF-16. */
async function filesWith(text: string): Promise<string[]> {
  const files = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  const places: string[] = [];
  for (const file of files.filter((file) => file.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) places.push(file.name);
  }
  return places;
}

it('no password, token or code is in a log, in the journal, or in any other file', {
  timeout: 120_000,
}, async () => {
  const { clock, db } = server;
  const screen = await server.openScreen('thandi');
  const token = await server.signIn('thandi');
  await post(paths.login, { email, password: wrong });
  await post(paths.login, { email: wrong, password: 'x' });
  await post(paths.login, { email: [email], password: { text: wrong } });
  expect((await post(paths.changePassword, { password: demoPassword, newPassword }, token)).status).toBe(200);
  await post(paths.twoFactorEnrol, { password: newPassword }, token);
  const stored = (await findTwoFactor(db, 'thandi'))?.secret ?? '';
  const secret = Buffer.from(stored, 'base64url');
  const otp = codeOfStep(secret, stepAt(clock.now()));
  const { reply } = await post(paths.twoFactorConfirmEnrolment, { otp }, token);
  const codes = reply.recoveryCodes as string[];
  await server.call(`${paths.twoFactorConfirmation}?otp=${otp}`);
  await server.call(`${userReads.getPrices.path}?access_token=${token}`);
  await server.call(`/api/%zz?access_token=${token}`, { token });
  await post(paths.twoFactorReset, { email, password: newPassword, recoveryCode: codes[0] });
  await post(paths.twoFactorReset, { email, password: newPassword, recoveryCode: codes[1] });
  const operate = async (request: object): Promise<Record<string, unknown>> =>
    (await post('/operator/act', { operatorId: 'test', request }, server.operatorToken)).reply;
  const { sentence } = await operate({ action: 'user-password', user: 'pieter' });
  const given = /only now: (\S+)/.exec(String(sentence))?.[1];
  await screen.connection.stop();
  // New entries are written a moment later.
  await server.audit.close();

  for (const text of [
    demoPassword,
    wrong,
    newPassword,
    String(given),
    token,
    ...codes.slice(0, 3),
    base32Of(secret),
  ]) {
    expect(text.length).toBeGreaterThan(10);
    expect(await filesWith(text), text).toEqual([]);
  }
  for (const code of codes) expect(await filesWith(code.replaceAll('-', '')), code).toEqual([]);
  expect(await filesWith(`otp=${otp}`)).toEqual([]);
  // The search itself works: it finds an address, and the secret of the second factor until it was deleted.
  expect(await filesWith(email)).toContainEqual(expect.stringMatching(/^openpit\.db(-wal)?$/));
  expect(await filesWith('wrongCredentials')).toEqual([expect.stringMatching(/\.jsonl$/)]);
});
