// Preferences (PREF-5). The flags in a document belong to the market: they are merged in when it is read, and ignored when a client writes
// it. The user's maximum quantity and the order guards are sent to the market by commands.
import { randomUUID } from 'node:crypto';
import { applyPreferences, notFound } from '@openpit/market';
import {
  createPreference,
  deletePreference,
  findPreference,
  isUniqueViolation,
  type Preference,
  updatePreference,
} from '@openpit/storage';
import {
  createUserPreferenceBody,
  deletedReply,
  deleteUserPreferenceQuery,
  inWords,
  maxDisconnectSeconds,
  maxLots,
  minDisconnectSeconds,
  noPermissions,
  paths,
  type StoredPreference,
  storedPreference,
  updateUserPreferenceBody,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { KeyedQueue } from '../../keyed-queue.ts';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { documentVersion, readJsonDocument } from '../json-document.ts';
import { RequestRejected } from '../rejections.ts';
import { signedInUserOf } from '../signed-in.ts';

/** The fields that the server reads. All others belong to the browser. */
const writtenDocument = z.looseObject({
  defaults: z.optional(
    z.looseObject({
      maxOrderQuantity: z.optional(
        z
          .int('must be a whole number of lots')
          .check(
            z.minimum(1, 'must be at least 1'),
            z.maximum(maxLots, `must be at most ${inWords(maxLots)}`),
          ),
      ),
      timeout: z.optional(
        z
          .int('must be a whole number of seconds')
          .check(z.minimum(0, 'must be at least 0'), z.maximum(86_400, 'must be at most 86 400')),
      ),
      suspendOnDisconnect: z.optional(z.boolean('must be true or false')),
      disconnectSeconds: z.optional(
        z
          .int('must be a whole number of seconds')
          .check(
            z.minimum(minDisconnectSeconds, `must be at least ${minDisconnectSeconds}`),
            z.maximum(maxDisconnectSeconds, `must be at most ${maxDisconnectSeconds}`),
          ),
      ),
    }),
  ),
});

const none = () => notFound('You have no saved preferences.');
const otherId = () => notFound('Your preferences have another id. Read them again, then save.');
/** The reply reveals nothing about the other user, who may not exist. */
const notYours = () => notFound('You can delete your own preferences only. Give your own user id.');

export function preferenceRoutes(server: MarketServer): FastifyPluginAsyncZod {
  const { db, clock, view, disconnectTimes } = server;

  /** The document, its flags replaced by the market's. */
  const withFlags = ({ id, userId, json }: Preference): StoredPreference => {
    const document = JSON.parse(json) as Record<string, unknown>;
    const flags = view.rights.of(userId)?.flags ?? noPermissions();
    const version = documentVersion(json);
    return { _id: id, userId, userPreferenceJson: JSON.stringify({ ...document, flags }), version };
  };

  /** A stored document. */
  const stored = (preference: Preference): StoredPreference => {
    const { defaults } = JSON.parse(preference.json) as z.output<typeof writtenDocument>;
    disconnectTimes.set(preference.userId, defaults?.disconnectSeconds);
    return withFlags(preference);
  };

  /** The text to store, after the market has accepted the preferences that concern it. */
  const accepted = async (userId: string, field: string, text: string): Promise<string> => {
    const document = readJsonDocument(text, { field, schema: writtenDocument });
    await applyPreferences(server, userId, document.defaults ?? {});
    const { flags: _ignored, ...settings } = document;
    return JSON.stringify(settings);
  };

  /** One save of a user after another, so that only the first of two saves of one version takes effect. */
  const saves = new KeyedQueue();

  return async (app) => {
    const tags = ['user settings'];

    app.get(
      paths.getUserPreference,
      describedCall({
        tags,
        summary: 'Your preferences; 404 when there are none',
        reply: storedPreference,
        errors: [404],
      }),
      async (request) => {
        const preference = await findPreference(db, signedInUserOf(request).userId);
        if (preference === undefined) throw none();
        return withFlags(preference);
      },
    );

    app.post(
      paths.createUserPreference,
      describedCall({
        tags,
        summary: 'Create your preferences',
        body: createUserPreferenceBody,
        reply: storedPreference,
        errors: [409],
      }),
      async (request) => {
        const { userId } = signedInUserOf(request);
        if ((await findPreference(db, userId)) !== undefined) throw alreadyThere();
        const json = await accepted(userId, 'userPreferenceJson', request.body.userPreferenceJson);
        try {
          return stored(
            await createPreference(db, { id: randomUUID(), userId, json, updatedAt: clock.now() }),
          );
        } catch (error) {
          throw isUniqueViolation(error) ? alreadyThere() : error;
        }
      },
    );

    app.post(
      paths.updateUserPreference,
      describedCall({
        tags,
        summary: 'Replace your preferences',
        body: updateUserPreferenceBody,
        reply: storedPreference,
        errors: [404, 409],
      }),
      async (request) => {
        const { userId } = signedInUserOf(request);
        const { id, jsonString, userPreferenceJson = '', version } = request.body;
        const [field, text] =
          jsonString === undefined
            ? (['userPreferenceJson', userPreferenceJson] as const)
            : (['jsonString', jsonString] as const);
        return saves.run(userId, async () => {
          const preference = await findPreference(db, userId);
          if (preference === undefined) throw none();
          if (preference.id !== id) throw otherId();
          // Checked before the market decides anything, because a stale save must change nothing.
          if (version !== undefined && version !== documentVersion(preference.json)) throw changedElsewhere();
          const json = await accepted(userId, field, text);
          const updated = await updatePreference(db, { id, userId, json, updatedAt: clock.now() });
          if (updated === undefined) throw none();
          return stored(updated);
        });
      },
    );

    app.get(
      paths.deleteUserPreferenceByUserId,
      describedCall({
        tags,
        summary: 'Delete your preferences',
        querystring: deleteUserPreferenceQuery,
        reply: deletedReply,
        errors: [404],
      }),
      async (request) => {
        const { userId } = signedInUserOf(request);
        if (request.query.userId !== userId) throw notYours();
        if (!(await deletePreference(db, userId))) throw none();
        disconnectTimes.set(userId, undefined);
        return { deleted: true as const };
      },
    );
  };
}

const changedElsewhere = () =>
  new RequestRejected(
    409,
    'preferencesChanged',
    'The preferences were changed in another window since they were loaded here. Nothing was saved.',
  );
const alreadyThere = () =>
  new RequestRejected(409, 'alreadyThere', 'You already have saved preferences. Update them instead.');
