// Two-factor (AUTH-2, AUTH-3): the second step of a sign-in and switching it off, without a token, and switching it on, with one.
import { CallRejected } from '@openpit/market';
import { findUserByEmail } from '@openpit/storage';
import {
  confirmationQuery,
  confirmationReply,
  confirmEnrolmentBody,
  confirmEnrolmentReply,
  enrolBody,
  enrolReply,
  paths,
  twoFactorResetBody,
  twoFactorResetReply,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AddressLimit } from '../../auth/address-limit.ts';
import type { MarketServer } from '../../market-server.ts';
import { noteForAudit } from '../audit-calls.ts';
import { describedCall } from '../call.ts';
import { cookieOf, setCookie } from '../cookies.ts';
import { InvalidRequest, notSignedIn, tooManyAttempts } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import {
  browserOf,
  challengeCookie,
  knownBrowsersOnly,
  requireAddress,
  signedIn,
} from './sign-in-replies.ts';

const tags = ['twoFactorAuth'];

export function twoFactorSignInRoutes(
  { signIns, signInRejection, db }: MarketServer,
  addresses: AddressLimit,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.twoFactorConfirmation,
      describedCall({
        tags,
        summary: 'Confirm a sign-in with a one-time password, in the browser that has sent the password',
        querystring: confirmationQuery,
        reply: confirmationReply,
        errors: [401, 403, 429],
      }),
      async (request, reply) => {
        requireAddress(addresses, request);
        const challenge = cookieOf(request, challengeCookie);
        noteForAudit(request, { user: signIns.userOfChallenge(challenge) });
        const result = await signIns.withCode(challenge, request.query.otp, browserOf(request));
        if (result.kind === 'noChallenge')
          throw new CallRejected(
            401,
            'noSignInToConfirm',
            'There is no sign-in to confirm, or it has taken too long. Enter your e-mail address and password again.',
          );
        if (result.kind === 'codesClosed')
          throw new CallRejected(
            403,
            'recoveryCodeOnly',
            'Too many wrong one-time passwords were entered for this account. Switch two-factor off with a recovery code, or ask your operator for one.',
          );
        if (result.kind === 'wrong')
          throw new CallRejected(
            401,
            'wrongCode',
            'This one-time password is wrong, or it was used before. Wait for the next one and enter it.',
          );
        const body = signedIn(result, request, reply);
        setCookie(request, reply, { kind: challengeCookie, value: '', maxAgeMs: 0 });
        return body;
      },
    );

    app.post(
      paths.twoFactorReset,
      describedCall({
        tags,
        summary: 'Switch two-factor off with a recovery code, or ask the operator for one',
        body: twoFactorResetBody,
        reply: twoFactorResetReply,
        errors: [401, 403, 429],
      }),
      async (request) => {
        requireAddress(addresses, request);
        const { email, password, recoveryCode = null } = request.body;
        const rejected = signInRejection(email);
        if (rejected !== null) throw new CallRejected(403, 'demoLoginsClosed', rejected);
        noteForAudit(request, { user: (await findUserByEmail(db, email))?.userId ?? null });
        const entry = { email, password, recoveryCode, ...browserOf(request) };
        const result = await signIns.resetTwoFactor(entry);
        if (result === 'off')
          return {
            message: 'Two-factor is off, and all your sessions have ended. Sign in, and switch it on again.',
          };
        if (result === 'requested') {
          noteForAudit(request, { outcome: 'requested' });
          return {
            message:
              'If e-mail address and password are right, your operator has your request. Ask your operator for a recovery code.',
          };
        }
        if (result === 'wrong')
          throw new CallRejected(
            401,
            'wrongRecoveryCode',
            'E-mail address, password or recovery code is wrong. Check all three and try again.',
          );
        throw result.kind === 'wait' ? tooManyAttempts(result.seconds) : knownBrowsersOnly();
      },
    );
  };
}

export function twoFactorRoutes({ sessions, signIns }: MarketServer): FastifyPluginAsyncZod {
  const { twoFactor } = signIns;
  return async (app) => {
    app.post(
      paths.twoFactorEnrol,
      describedCall({
        tags,
        summary: 'Begin to switch two-factor on: a secret for an authenticator application',
        body: enrolBody,
        reply: enrolReply,
        errors: [409],
      }),
      async (request) => {
        const user = await sessions.user(accountOf(request).userId);
        if (user === undefined) throw notSignedIn();
        const { password } = request.body;
        const result = await signIns.ownPassword(user, { password, address: request.ip });
        if (result === 'wrong') throw new InvalidRequest({ password: ['This is not your password.'] });
        if (result !== 'right') throw tooManyAttempts(result.waitSeconds);
        const enrolment = await twoFactor.enrol(user);
        if (enrolment === null)
          throw new CallRejected(409, 'twoFactorIsOn', 'Two-factor is on. A recovery code switches it off.');
        return enrolment;
      },
    );

    app.post(
      paths.twoFactorConfirmEnrolment,
      describedCall({
        tags,
        summary:
          'Switch two-factor on with the first one-time password; the reply has the recovery codes, once',
        body: confirmEnrolmentBody,
        reply: confirmEnrolmentReply,
        errors: [409],
      }),
      async (request) => {
        const { userId, sessionId } = accountOf(request);
        const result = await twoFactor.confirm(userId, request.body.otp);
        if (result === null || ('kind' in result && result.kind === 'closed'))
          throw new CallRejected(
            409,
            'noEnrolment',
            'There is no enrolment to confirm. Begin with your password.',
          );
        if (!('kind' in result)) {
          await sessions.endAllOf(userId, 'credentialsChanged', { except: sessionId });
          return { recoveryCodes: [...result] };
        }
        if (result.kind === 'paused') throw tooManyAttempts(result.seconds);
        throw new InvalidRequest({ otp: ['This one-time password is wrong. Enter the current one.'] });
      },
    );
  };
}
