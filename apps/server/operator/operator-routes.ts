// The operator's calls: the actions, history and the reports. Only a program on this machine that can read the data folder may make them.
import { CallRejected, reportText, requireEnded } from '@openpit/market';
import { messageOf } from '@openpit/storage';
import { reportQuery } from '@openpit/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type History, utcMinute } from '../history/history.ts';
import { isFromThisMachine } from '../http/local-only.ts';
import { reportSources } from '../http/routes/report-routes.ts';
import type { MarketServer } from '../market-server.ts';
import { type OperatorParts, OperatorRejection } from './operator-action.ts';
import { operate, operatorRequest } from './operator-actions.ts';
import { isToken, proofHeader, proofOf } from './operator-key.ts';

/** A hook that accepts only the operator. For anyone else the call does not exist. */
export function operatorOnly(path: string, token: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const received = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
    if (!isFromThisMachine(request.raw) || !isToken(received, token))
      throw new CallRejected(404, 'noSuchCall', `There is no call POST ${path}.`);
    reply.header(proofHeader, proofOf(token));
  };
}

/** The path of the operator's actions (operator-actions.ts). */
export const operatorPath = '/operator/act';

/** The maximum body size in bytes, large enough for the reference data of thousands of clients. */
const bodyLimit = 8 * 1024 * 1024;

const body = z.strictObject({
  /** The operator's name, as the operating system knows it. */
  operatorId: z.string().check(z.minLength(1), z.maxLength(64)),
  request: operatorRequest,
});
export type OperatorBody = z.infer<typeof body>;

export function operatorRoutes(parts: OperatorParts & Pick<MarketServer, 'history'>, token: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app
      .withTypeProvider<ZodTypeProvider>()
      .post(
        operatorPath,
        { bodyLimit, schema: { hide: true, body }, onRequest: operatorOnly(operatorPath, token) },
        async ({ body: { operatorId, request } }) => {
          try {
            const sentence = await operate({ ...parts, operatorId }, request);
            const { outage } = parts.history;
            return {
              sentence,
              note:
                outage === null
                  ? null
                  : `History has not been readable since ${utcMinute(outage.since)}: ${outage.why}`,
            };
          } catch (error) {
            if (error instanceof OperatorRejection)
              throw new CallRejected(422, 'operatorRejection', error.message);
            throw error;
          }
        },
      );
  };
}

/**
 * The path of the operator's calls about history: its progress, and its rebuild from the outcome log. The time of a rebuild grows with the
 * log, so the call only starts it, and the caller polls the progress.
 */
export const operatorHistoryPath = '/operator/history';

const operatorHistoryRequest = z.strictObject({ action: z.enum(['rebuild', 'status']) });

export const operatorHistoryReply = z.object({
  isRebuilding: z.boolean(),
  /** The last outcome in history, or in the history that is being rebuilt. */
  seq: z.int(),
  /** The last outcome of the log. */
  of: z.int(),
  /** The reason why history cannot be read or rebuilt, as a sentence; null without a fault. */
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
          failure = messageOf(error);
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
        return { isRebuilding, seq, of, failure: failure ?? history.outage?.why ?? null };
      },
    );
  };
}

/** The path of the operator's call for the end-of-day reports of a member. */
export const operatorReportPath = '/operator/reports';

const operatorReportRequest = z.extend(reportQuery, {
  member: z.string().check(z.minLength(1), z.maxLength(32)),
});
export type OperatorReportRequest = z.infer<typeof operatorReportRequest>;

export const operatorReportReply = z.object({ text: z.string() });

export function operatorReportRoutes(
  server: Pick<MarketServer, 'history' | 'view' | 'calendar'>,
  token: string,
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.withTypeProvider<ZodTypeProvider>().post(
      operatorReportPath,
      {
        schema: { hide: true, body: operatorReportRequest, response: { 200: operatorReportReply } },
        onRequest: operatorOnly(operatorReportPath, token),
      },
      async ({ body: { member, report, date: day } }) => {
        if (server.view.directory.member(member) === undefined)
          throw new CallRejected(422, 'operatorRejection', `There is no member ${member}.`);
        const sources = await reportSources(server);
        // To the operator's client a 404 is the answer of another program.
        await requireEnded(sources, day).catch((error: unknown) => {
          if (error instanceof CallRejected && error.body.status === 404)
            throw new CallRejected(422, 'operatorRejection', error.message);
          throw error;
        });
        const parts = [];
        for await (const part of reportText(sources, report, { member, day })) parts.push(part);
        return { text: parts.join('') };
      },
    );
  };
}
