// The operator's calls of the running server: from this machine only, with the token of the data folder (design §4.23).
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { HttpRefusal } from '../http/refusals.ts';
import { isFromThisMachine } from '../http/same-machine.ts';
import { type OperatorParts, OperatorRefusal, operate, operatorRequest } from './operator-actions.ts';
import { isToken } from './operator-key.ts';

export const operatorPath = '/operator/act';

export function operatorRoutes(parts: OperatorParts, token: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.withTypeProvider<ZodTypeProvider>().post(
      operatorPath,
      {
        schema: { hide: true, body: operatorRequest },
        onRequest: async (request) => {
          const given = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
          // To anyone else the call does not exist.
          if (!isFromThisMachine(request.raw) || !isToken(given, token))
            throw new HttpRefusal(404, 'noSuchCall', `There is no call POST ${operatorPath}.`);
        },
      },
      async (request) => {
        try {
          return { said: await operate(parts, request.body) };
        } catch (error) {
          if (error instanceof OperatorRefusal) throw new HttpRefusal(422, 'operatorRefusal', error.message);
          throw error;
        }
      },
    );
  };
}
