// Static data: members, announcements, prices, contract details, phases and silos. Also the intervals and time-outs of browsers, which they
// read before the sign-in.
import { setImmediate } from 'node:timers/promises';
import { listedPrice, phasesNow, phasesReplyOf } from '@openpit/market';
import {
  type Announcement,
  announcementsReply,
  type ClientSettingsReply,
  type ContractDetails,
  clientSettingsReply,
  contractDetailsBody,
  contractDetailsReply,
  type MarketRow,
  type MemberRow,
  membersReply,
  type OriginRow,
  originsReply,
  type PhasesReply,
  type PhysicalGradeRow,
  paths,
  phasesReply,
  physicalGradesReply,
  pricesReply,
  type SiloCertRow,
  type SiloCertStep,
  type SiloLocationRow,
  type SiloOwnerRow,
  siloCertHistoryQuery,
  siloCertHistoryReply,
  siloCertsReply,
  siloLocationsReply,
  siloOwnersReply,
  type TripartiteRow,
  tripartitesReply,
} from '@openpit/wire';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';
import { doneInSlices } from '../../in-slices.ts';
import { sharedRuns } from '../../limits/shared-runs.ts';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { accountOf } from '../signed-in.ts';
import { offeredDemoLogins } from './demo-login.ts';

/** The calls for anyone, even before signing in. */
export function clientSettingsRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getClientSettings,
      describedCall({
        tags: ['static data'],
        summary: 'Intervals and time-outs of browsers, the phases, and what Login shows; needs no sign-in',
        reply: clientSettingsReply,
      }),
      async (request): Promise<ClientSettingsReply> => {
        const { directory } = server.view;
        const demo = offeredDemoLogins(server, request.raw);
        return {
          ...server.clientSettings,
          marketName: directory.marketName,
          exchangeDay: { serverTime: server.clock.now(), groups: phasesNow(server) },
          demoUsers: demo.map(({ userId, displayName, about }) => ({ userId, name: displayName, about })),
        };
      },
    );
  };
}

/** The calls for signed-in users. */
export function staticDataRoutes({ view }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    const tags = ['static data'];
    const priceList = sharedRuns(encodedPrices(view));

    app.get(
      paths.getAllMembers,
      describedCall({ tags, summary: 'The members of the market', reply: membersReply }),
      async (): Promise<MemberRow[]> => view.directory.memberRows(),
    );

    app.get(
      paths.getAnnouncements,
      describedCall({ tags, summary: 'The announcements of the business day', reply: announcementsReply }),
      async (): Promise<Announcement[]> => [...view.announcements.rows()],
    );

    app.get(
      paths.getPrices,
      describedCall({ tags, summary: 'Best and last prices of all contracts', reply: pricesReply }),
      // Sent as bytes, which are not checked against the schema: that takes far longer than making them, without a pause.
      async (_request, reply) =>
        reply.type('application/json; charset=utf-8').send((await priceList()) as never),
    );

    app.get(
      paths.getTripartites,
      describedCall({
        tags,
        summary: 'The tripartite arrangements in which your member executes or carries',
        reply: tripartitesReply,
      }),
      async (request): Promise<TripartiteRow[]> =>
        view.directory.tripartiteRows(view.rights.of(accountOf(request).userId)?.member ?? ''),
    );

    app.post(
      paths.getContractDetails,
      describedCall({
        tags,
        summary: 'The details of a contract; null when there is none',
        body: contractDetailsBody,
        reply: contractDetailsReply,
      }),
      async (request): Promise<ContractDetails | null> =>
        view.directory.contractDetails(request.body.contractName, request.body.instrument),
    );
  };
}

/**
 * The prices of all listed contracts, a JSON array in UTF-8. The text of a row is kept until the row is another: rows never
 * change once they are published.
 */
function encodedPrices(view: MarketServer['view']): () => Promise<Buffer> {
  const kept = new Map<string, { readonly row: MarketRow; readonly text: string }>();
  const textOf = (contract: string, row: MarketRow): string => {
    const before = kept.get(contract);
    if (before?.row === row) return before.text;
    const text = JSON.stringify(listedPrice(row));
    kept.set(contract, { row, text });
    return text;
  };
  return async () => {
    const texts: string[] = [];
    await doneInSlices(
      function* () {
        for (const { contract } of view.directory.listedContracts()) {
          const row = view.market.row(contract);
          if (row !== undefined) yield texts.push(textOf(contract, row));
        }
      },
      () => setImmediate(),
    );
    return Buffer.from(`[${texts.join(',')}]`);
  };
}

/** A user who has lost all rights sees the certificates of no member. */
const nobody = { userId: '', member: '' };

/**
 * The static data of silos and the member’s certificates (API-1, API-5). A dealer with own-only visibility sees no certificates, just as
 * no positions.
 */
export function siloRoutes({ view }: MarketServer): FastifyPluginAsyncZod {
  const tags = ['silo'];
  const replies = <Reply extends z.ZodMiniType>(summary: string, reply: Reply) =>
    describedCall({ tags, summary, reply });
  const viewerOf = (request: FastifyRequest) => view.rights.of(accountOf(request).userId) ?? nobody;
  return async (app) => {
    app.get(
      paths.getAllSiloLocations,
      replies('Silos: storage, load-out and location differentials', siloLocationsReply),
      async (): Promise<SiloLocationRow[]> => view.siloCerts.locations(),
    );
    app.get(
      paths.getAllPhysicalGrades,
      replies('Grades that can be delivered, and their discounts', physicalGradesReply),
      async (): Promise<PhysicalGradeRow[]> => view.siloCerts.grades(),
    );
    app.get(
      paths.getAllSiloOwners,
      replies('The operators of silos', siloOwnersReply),
      async (): Promise<SiloOwnerRow[]> => [...view.siloCerts.owners()],
    );
    app.get(
      paths.getAllOrigins,
      replies('Where grain comes from', originsReply),
      async (): Promise<OriginRow[]> => [...view.siloCerts.origins()],
    );
    app.get(
      paths.getAllSiloCerts,
      replies('The silo certificates of your member and its clients', siloCertsReply),
      async (request): Promise<SiloCertRow[]> => [...view.rowsFor('siloCerts', viewerOf(request)).rows],
    );
    app.get(
      paths.getSiloCertHistory,
      describedCall({
        tags,
        summary: 'The changes of one of your silo certificates; empty for any other',
        querystring: siloCertHistoryQuery,
        reply: siloCertHistoryReply,
      }),
      async (request): Promise<SiloCertStep[]> =>
        view.siloCerts.historyOf(request.query.siloReceiptNo, viewerOf(request)),
    );
  };
}

/** The state of the exchange day for the browser's clock: phases, halts and the end of the day. */
export function phaseRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getPhases,
      describedCall({
        tags: ['market data'],
        summary: 'The phases of the exchange day, halts, and the end of the day',
        reply: phasesReply,
      }),
      async (): Promise<PhasesReply> => phasesReplyOf(server),
    );
  };
}
