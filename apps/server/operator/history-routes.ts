// The operator's call about history: its progress, and to rebuild it from the outcome log. A rebuild takes as long as the log
// is, so the call only starts it, and the caller polls the progress.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { History } from '../history/history.ts';
import { operatorOnly } from './operator-only.ts';

export const operatorHistoryPath = '/operator/history';

export const operatorHistoryRequest = z.strictObject({ action: z.enum(['rebuild', 'status']) });

export const operatorHistoryReply = z.object({
  isRebuilding: z.boolean(),
  /** The last outcome in history, or in the one that is being rebuilt. */
  seq: z.int(),
  /** The last outcome of the log. */
  of: z.int(),
  /** Why history cannot be read or rebuilt, for people; null when nothing is wrong. */
  failure: z.nullable(z.string()),
});
export type OperatorHistoryReply = z.infer<typeof operatorHistoryReply>;

export function operatorHistoryRoutes({ history }: { readonly history: History }, token: string) {
  return async (app: FastifyInstance): Promise<void> => {
    let isRebuilding = false;
    let failure: string | null = null;

    function startRebuild(): void {
      if (isRebuilding) return;
      isRebuilding = true;
      failure = null;
      history
        .rebuild()
        .catch((error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
        })
        .finally(() => {
          isRebuilding = false;
        });
    }

    app.withTypeProvider<ZodTypeProvider>().post(
      operatorHistoryPath,
      {
        schema: { hide: true, body: operatorHistoryRequest, response: { 200: operatorHistoryReply } },
        onRequest: operatorOnly(operatorHistoryPath, token),
      },
      async (request): Promise<OperatorHistoryReply> => {
        if (request.body.action === 'rebuild') startRebuild();
        const { seq, of } = history.progress ?? { seq: 0, of: 0 };
        return { isRebuilding, seq, of, failure: failure ?? history.failure?.message ?? history.damage };
      },
    );
  };
}
