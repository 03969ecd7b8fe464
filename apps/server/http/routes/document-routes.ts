// The routes of preferences and layouts (PREF-5, LAYOUT-10), which the database stores.
import { randomUUID } from 'node:crypto';
import { type DocumentStores, documentCalls, type UserDocument } from '@openpit/market';
import {
  countLayouts,
  createLayout,
  createPreference,
  deleteLayout,
  deletePreference,
  findPreference,
  isUniqueViolation,
  listLayouts,
  updateLayout,
  updatePreference,
} from '@openpit/storage';
import type { FastifyPluginAsync } from 'fastify';
import type { MarketServer } from '../../market-server.ts';
import { documentVersion, readJsonDocument } from '../json-document.ts';
import { addCall } from './read-routes.ts';

export function documentRoutes(server: MarketServer): FastifyPluginAsync {
  return async (app) => {
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
      async list(userId) {
        const preference = await findPreference(db, userId);
        return preference === undefined ? [] : [versioned(preference)];
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
      list: async (userId) => (await listLayouts(db, userId)).map(versioned),
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
