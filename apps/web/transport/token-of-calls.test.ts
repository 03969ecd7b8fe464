import { paths, userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signedOut, useSession } from '../stores/session.ts';
import {
  changePassword,
  confirmEnrolment,
  confirmLogin,
  demoLogin,
  enrolTwoFactor,
  getSessions,
  login,
  resetTwoFactor,
  revokeSession,
} from './account.ts';
import { getClientSettings } from './client-settings.ts';
import { getPhases } from './static-data.ts';

const credentials = { email: 'thandi@kand.example', password: 'maize-and-wheat' };
/** The sign-in and its second step (docs/decisions/0024-calls-without-a-token.md). */
const withoutToken: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.login]: () => login(credentials),
  [paths.demoLogin]: () => demoLogin({ userId: 'u1' }),
  [paths.twoFactorConfirmation]: () => confirmLogin('123456'),
  [paths.twoFactorReset]: () => resetTwoFactor(credentials),
};
const withToken: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.getClientSettings]: getClientSettings,
  [userReads.getPhases.path]: () => getPhases(),
  [paths.twoFactorEnrol]: () => enrolTwoFactor(credentials.password),
  [paths.twoFactorConfirmEnrolment]: () => confirmEnrolment('123456'),
  [paths.changePassword]: () => changePassword({ password: 'old', newPassword: 'new' } as never),
  [paths.sessions]: getSessions,
  [paths.revokeSession]: () => revokeSession({ sessionId: 's' } as never),
};

const sent: { path: string; authorization: string | undefined }[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path: url.split('?')[0] ?? '', authorization: headers.authorization });
    return new Response('{}', { status: 503 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState(signedOut);
});

describe('[AUTH-8] the bearer token', () => {
  it.each(Object.entries(withToken))('is sent with %s of a user who is signed in', async (path, call) => {
    useSession.setState({ token: 'h.p.s' });
    await call();
    expect(sent).toEqual([{ path, authorization: 'Bearer h.p.s' }]);
  });

  it.each(Object.entries(withoutToken))('does not go with %s', async (path, call) => {
    useSession.setState({ token: 'h.p.s' });
    await call();
    expect(sent).toEqual([{ path, authorization: undefined }]);
  });

  it('is not needed for the settings, which Login asks for', async () => {
    await getClientSettings();
    expect(sent).toEqual([{ path: paths.getClientSettings, authorization: undefined }]);
  });
});
