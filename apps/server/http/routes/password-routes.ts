// The change of a password by its user.
import { changePasswordBody, changePasswordReply, paths } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passwordFaults } from '../../auth/password-rules.ts';
import type { MarketServer } from '../../market-server.ts';
import { call } from '../call.ts';
import { BadInput, notSignedIn, tooManyAttempts } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

export function passwordRoutes({ accounts, signIns, view }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.changePassword,
      call({
        tags: ['authenticate'],
        summary: 'Change the password; all other sessions of the user end',
        body: changePasswordBody,
        reply: changePasswordReply,
      }),
      async (request) => {
        const account = accountOf(request);
        const user = await accounts.user(account.userId);
        if (user === undefined) throw notSignedIn();
        const { password, newPassword } = request.body;
        const member = view.rights.of(user.userId)?.member ?? '';
        const { email, displayName } = user;
        const hasTwoFactor = await signIns.twoFactor.isOn(user.userId);
        const faults = passwordFaults(newPassword, { email, displayName, member, hasTwoFactor });
        if (faults.length > 0) throw new BadInput({ newPassword: faults });
        const entry = { password, newPassword, address: request.ip };
        const result = await signIns.changePassword({ user, account }, entry);
        if (result === 'wrong') throw new BadInput({ password: ['This is not your password.'] });
        if (result !== 'changed') throw tooManyAttempts(result.waitSeconds);
        return { changed: true as const };
      },
    );
  };
}
