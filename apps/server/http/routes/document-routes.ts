// The routes of preferences and layouts (PREF-5, LAYOUT-10), which the database stores.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type DocumentStores,
  documentCalls,
  getAllUserLayouts,
  layoutInReply,
  type UserDocument,
} from '@openpit/market';
import {
  countLayouts,
  createLayout,
  createPreference,
  deleteLayout,
  deletePreference,
  findLayout,
  findPreference,
  isUniqueViolation,
  layoutBytes,
  nextLayout,
  updateLayout,
  updatePreference,
} from '@openpit/storage';
import { storedLayout } from '@openpit/wire';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { MarketServer } from '../../market-server.ts';
import { documentVersion, readJsonDocument } from '../json-document.ts';
import { replyText } from '../reply-serializer.ts';
import { addCall } from './read-routes.ts';

/** `whenAdmitted`: resolves when the user may read documents of this size; null for immediately. */
export function documentRoutes(
  server: MarketServer,
  whenAdmitted: (request: FastifyRequest, bytes: number) => Promise<void> | null,
): FastifyPluginAsync {
  const { db } = server;
  const textOf = replyText(storedLayout, { method: 'GET', url: getAllUserLayouts.path });

  /** The list as JSON. Each layout is read when the client has read the one before, and between the calls of other users. */
  async function* listed(userId: string): AsyncGenerator<string> {
    let layout = await nextLayout(db, userId);
    if (layout === undefined) yield '[';
    for (let before = '['; layout !== undefined; before = ',') {
      yield before + textOf(layoutInReply(userId, versioned(layout)));
      await setImmediate();
      layout = await nextLayout(db, userId, layout);
    }
    yield ']';
  }

  return async (app) => {
    addCall(app, getAllUserLayouts, async (_input, userId, reply) => {
      await whenAdmitted(reply.request, await layoutBytes(db, userId));
      return reply.type('application/json; charset=utf-8').send(Readable.from(listed(userId)));
    });
    for (const call of documentCalls(server, storesOf(server)))
      addCall(app, call, (input, userId) => call.answer(userId, input));
  };
}

const versioned = ({ id, json }: Pick<UserDocument, 'id' | 'json'>): UserDocument => ({
  id,
  json,
  version: documentVersion(json),
});

function storesOf({ db, clock, disconnectTimes }: MarketServer): DocumentStores {
  const writtenPreference = (userId: string, document: { readonly id: string; readonly json: string }) => {
    const { defaults } = JSON.parse(document.json) as {
      readonly defaults?: { readonly disconnectSeconds?: number };
    };
    disconnectTimes.set(userId, defaults?.disconnectSeconds);
    return versioned(document);
  };
  return {
    read: readJsonDocument,
    preferences: {
      async find(userId) {
        const preference = await findPreference(db, userId);
        return preference && versioned(preference);
      },
      async create(userId, json) {
        const preference = { id: randomUUID(), userId, json, updatedAt: clock.now() };
        try {
          return writtenPreference(userId, await createPreference(db, preference));
        } catch (error) {
          if (isUniqueViolation(error)) return undefined;
          throw error;
        }
      },
      async update(userId, { id, json }) {
        const updated = await updatePreference(db, { id, userId, json, updatedAt: clock.now() });
        return updated && writtenPreference(userId, updated);
      },
      async delete(userId) {
        const isDeleted = await deletePreference(db, userId);
        if (isDeleted) disconnectTimes.set(userId, undefined);
        return isDeleted;
      },
    },
    layouts: {
      async find(userId, id) {
        const layout = await findLayout(db, { id, userId });
        return layout && versioned(layout);
      },
      count: (userId) => countLayouts(db, userId),
      create: async (userId, json) =>
        versioned(await createLayout(db, { id: randomUUID(), userId, json, createdAt: clock.now() })),
      async update(userId, change) {
        const updated = await updateLayout(db, { ...change, userId, updatedAt: clock.now() });
        return updated && versioned(updated);
      },
      delete: (userId, id) => deleteLayout(db, { id, userId }),
    },
  };
}
