// The operator's calls of the running server: from this machine only, with the token of the data folder (design §4.23).
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { HttpRejection } from '../http/rejections.ts';
import { operate, operatorRequest } from './operator-actions.ts';
import { operatorOnly } from './operator-only.ts';
import { type OperatorParts, OperatorRejection } from './operator-parts.ts';

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
          if (error instanceof OperatorRejection)
            throw new HttpRejection(422, 'operatorRejection', error.message);
          throw error;
        }
      },
    );
  };
}
