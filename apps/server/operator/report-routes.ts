// The operator's call for the end-of-day reports of a member.
import { CallRejected, reportText, requireEnded } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import { reportQuery } from '@openpit/wire';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { History } from '../history/history.ts';
import { HttpRejection } from '../http/rejections.ts';
import { reportSources } from '../http/routes/report-sources.ts';
import { operatorOnly } from './operator-only.ts';

export const operatorReportPath = '/operator/reports';

const operatorReportRequest = z.extend(reportQuery, {
  member: z.string().check(z.minLength(1), z.maxLength(32)),
});
export type OperatorReportRequest = z.infer<typeof operatorReportRequest>;

export const operatorReportReply = z.object({ text: z.string() });

export function operatorReportRoutes(
  { history, view }: { readonly history: History; readonly view: MarketView },
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
        if (view.directory.member(member) === undefined)
          throw new HttpRejection(422, 'operatorRejection', `There is no member ${member}.`);
        const sources = await reportSources({ history, view });
        // To the operator's client a 404 is the answer of another program.
        await requireEnded(sources, day).catch((error: unknown) => {
          if (error instanceof CallRejected && error.body.status === 404)
            throw new HttpRejection(422, 'operatorRejection', error.message);
          throw error;
        });
        const parts = [];
        for await (const part of reportText(sources, report, { member, day })) parts.push(part);
        return { text: parts.join('') };
      },
    );
  };
}
