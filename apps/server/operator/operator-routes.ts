// The operator's call of the running server: from this machine only, with the token of the data folder (operations.md).
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { HttpRejection } from '../http/rejections.ts';
import { type OperatorParts, OperatorRejection } from './operator-action.ts';
import { operate, operatorRequest } from './operator-actions.ts';
import { operatorOnly } from './operator-only.ts';

export const operatorPath = '/operator/act';

/** In bytes: reference data of thousands of clients. */
const bodyLimit = 8 * 1024 * 1024;

const body = z.strictObject({
  /** The operator's name, as the operating system knows it. */
  operatorId: z.string().check(z.minLength(1), z.maxLength(64)),
  request: operatorRequest,
});
export type OperatorBody = z.infer<typeof body>;

export function operatorRoutes(parts: OperatorParts, token: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app
      .withTypeProvider<ZodTypeProvider>()
      .post(
        operatorPath,
        { bodyLimit, schema: { hide: true, body }, onRequest: operatorOnly(operatorPath, token) },
        async ({ body: { operatorId, request } }) => {
          try {
            return { sentence: await operate({ ...parts, operatorId }, request) };
          } catch (error) {
            if (error instanceof OperatorRejection)
              throw new HttpRejection(422, 'operatorRejection', error.message);
            throw error;
          }
        },
      );
  };
}
