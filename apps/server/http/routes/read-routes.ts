// The routes of the calls that read the market, one per entry of the wire's table.
import { setImmediate } from 'node:timers/promises';
import { answerRead, listedPrice, marketReadKinds, presentMarginsOf } from '@openpit/market';
import {
  type MarketRow,
  type PresentMargin,
  type ReadInput,
  type ReadReply,
  type UserRead,
  type UserReadKind,
  userReads,
} from '@openpit/wire';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { doneInSlices } from '../../in-slices.ts';
import { sharedRuns } from '../../limits/shared-runs.ts';
import type { MarketServer } from '../../market-server.ts';
import { describedCall, tagOf } from '../call.ts';
import { accountOf } from '../signed-in.ts';

type AnswerToRead<Kind extends UserReadKind> = (
  input: ReadInput<Kind>,
  userId: string,
  reply: FastifyReply,
) => Promise<ReadReply<Kind> | FastifyReply>;

/** Adds the route of a read. `answer` may send the reply itself. */
export function addRead<Kind extends UserReadKind>(
  app: FastifyInstance,
  kind: Kind,
  answer: AnswerToRead<Kind>,
): void {
  // The schema of this kind has accepted the input.
  addCall(app, userReads[kind], (input, userId, reply) => answer(input as ReadInput<Kind>, userId, reply));
}

/** Adds the route of a call. `answer` may send the reply itself. */
export function addCall(
  app: FastifyInstance,
  call: UserRead & { readonly bodyLimit?: number },
  answer: (input: unknown, userId: string, reply: FastifyReply) => Promise<unknown>,
): void {
  const { path, summary, description, query, body, bodyLimit, reply, errors } = call;
  app.route({
    method: body === undefined ? 'GET' : 'POST',
    url: path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...describedCall({
      tags: [tagOf(path)],
      summary,
      ...(description !== undefined && { description }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
      reply,
      ...(errors !== undefined && { errors }),
    }),
    handler: async (request, sent) =>
      await answer(body === undefined ? request.query : request.body, accountOf(request).userId, sent),
  });
}

export function readRoutes(server: MarketServer): FastifyPluginAsync {
  return async (app) => {
    for (const kind of marketReadKinds)
      addRead(app, kind, async (input, userId) => answerRead(kind, server, userId, input) as never);

    const priceList = sharedRuns(encodedPrices(server.view));
    // Sent as bytes, which are not checked against the schema: that takes far longer than making them, without a pause.
    addRead(app, 'getPrices', async (_input, _userId, reply) =>
      reply.type('application/json; charset=utf-8').send(await priceList()),
    );

    addRead(app, 'getPresentMargins', async (_input, userId) => {
      const accounts = presentMarginsOf(server, userId);
      const margins: PresentMargin[] = [];
      await doneInSlices(
        function* () {
          for (const ofAccount of accounts) yield margins.push(...ofAccount);
        },
        () => setImmediate(),
      );
      return margins;
    });
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
