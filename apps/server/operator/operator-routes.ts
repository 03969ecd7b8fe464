// The operator's calls of the running server: from this machine only, with the token of the data folder (design §4.23).
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { HttpRefusal } from '../http/refusals.ts';
import { operate, operatorRequest } from './operator-actions.ts';
import { operatorOnly } from './operator-only.ts';
import { type OperatorParts, OperatorRefusal } from './operator-parts.ts';

export const operatorPath = '/operator/act';

export function operatorRoutes(parts: OperatorParts, token: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.withTypeProvider<ZodTypeProvider>().post(
      operatorPath,
      {
        schema: { hide: true, body: operatorRequest },
        onRequest: operatorOnly(operatorPath, token),
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
