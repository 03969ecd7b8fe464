// The static data of silos and the own certificates (API-1, API-5). A dealer with own-only visibility sees no certificates, as no positions.
import {
  type OriginRow,
  type PhysicalGradeRow,
  paths,
  type SiloCertRow,
  type SiloCertStep,
  type SiloLocationRow,
  type SiloOwnerRow,
  siloCertHistoryQuery,
} from '@openpit/wire';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { MarketServer } from '../../market-server.ts';
import { call } from '../call.ts';
import { accountOf } from '../signed-in.ts';

const named = z.array(z.object({ code: z.string(), name: z.string() }));
const grades = z.array(
  z.object({ instrument: z.string(), code: z.string(), description: z.string(), discount: z.number() }),
);
const locations = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    operator: z.string(),
    province: z.string(),
    access: z.enum(['road', 'rail', 'road and rail']),
    registered: z.boolean(),
    storageRate: z.number(),
    loadOutDays: z.int(),
    closures: z.array(z.object({ from: z.string(), to: z.string() })),
    differentials: z.array(
      z.object({ instrument: z.string(), season: z.string(), differential: z.number() }),
    ),
  }),
);
const state = z.string() as unknown as z.ZodType<SiloCertRow['state']>;
const certs = z.array(
  z.object({
    siloReceiptNo: z.string(),
    siloCertSeq: z.int().nullable(),
    'seq/state': z.string(),
    state,
    member: z.string(),
    principal: z.string(),
    instrument: z.string(),
    tons: z.number(),
    lots: z.int(),
    grade: z.string(),
    origin: z.string(),
    location: z.string(),
    season: z.string(),
    differential: z.number(),
    discount: z.number(),
    issuedOn: z.string(),
    storagePaidUntil: z.string(),
    expiresOn: z.string().nullable(),
    lender: z.string().nullable(),
  }),
);
const steps = z.array(
  z.object({
    'seq/state': z.string(),
    siloReceiptNo: z.string(),
    state,
    principal: z.string().nullable(),
    businessDay: z.string(),
    time: z.number(),
  }),
);

/** A user who has lost all rights sees the certificates of no member. */
const nobody = { userId: '', member: '' };

export function siloRoutes({ view }: MarketServer): FastifyPluginAsyncZod {
  const tags = ['silo'];
  const replies = <Reply extends z.ZodType>(summary: string, reply: Reply) => call({ tags, summary, reply });
  const viewerOf = (request: FastifyRequest) => view.rights.of(accountOf(request).userId) ?? nobody;
  return async (app) => {
    app.get(
      paths.getAllSiloLocations,
      replies('Silos: storage, load-out and location differentials', locations),
      async (): Promise<z.infer<typeof locations>> => view.siloCerts.locations().map(copied),
    );
    app.get(
      paths.getAllPhysicalGrades,
      replies('Grades that can be delivered, and their discounts', grades),
      async (): Promise<PhysicalGradeRow[]> => view.siloCerts.grades(),
    );
    app.get(
      paths.getAllSiloOwners,
      replies('The operators of silos', named),
      async (): Promise<SiloOwnerRow[]> => [...view.siloCerts.owners()],
    );
    app.get(
      paths.getAllOrigins,
      replies('Where grain comes from', named),
      async (): Promise<OriginRow[]> => [...view.siloCerts.origins()],
    );
    app.get(
      paths.getAllSiloCerts,
      replies('The silo certificates of the own member and its clients', certs),
      async (request): Promise<SiloCertRow[]> => [...view.rowsFor('siloCerts', viewerOf(request)).rows],
    );
    app.get(
      paths.getSiloCertHistory,
      call({
        tags,
        summary: 'The changes of an own silo certificate; empty for any other',
        querystring: siloCertHistoryQuery,
        reply: steps,
      }),
      async (request): Promise<SiloCertStep[]> =>
        view.siloCerts.historyOf(request.query.siloReceiptNo, viewerOf(request)),
    );
  };
}

const copied = ({ closures, differentials, ...location }: SiloLocationRow) => ({
  ...location,
  closures: [...closures],
  differentials: [...differentials],
});
