// The calls of preferences (PREF-5) and layouts (LAYOUT-10): versions, limits and rejections. The host stores the documents. A user sees no
// document of other users.
import {
  createUserLayoutBody,
  createUserPreferenceBody,
  deletedReply,
  deleteUserLayoutQuery,
  deleteUserPreferenceQuery,
  inWords,
  layoutDocument,
  maxDisconnectSeconds,
  maxLayoutBytes,
  maxLayoutsPerUser,
  maxLots,
  minDisconnectSeconds,
  noPermissions,
  paths,
  type StoredLayout,
  type StoredPreference,
  storedLayout,
  storedPreference,
  type UserRead,
  updateUserLayoutBody,
  updateUserPreferenceBody,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { KeyedQueue } from './keyed-queue.ts';
import { applyPreferences, CallRejected, type MarketAccess, notFound } from './market-calls.ts';

export interface UserDocument {
  readonly id: string;
  readonly json: string;
  /** Differs for documents with different texts. */
  readonly version: string;
}

/** The documents of one kind that a host stores. */
interface DocumentStore<Created = UserDocument> {
  create(userId: string, json: string): Promise<Created>;
  /** Resolves with the document that is stored afterwards. With `was`, only a document that still has this text is changed. */
  update(
    userId: string,
    change: { readonly id: string; readonly json: string; readonly was?: string },
  ): Promise<UserDocument | undefined>;
  delete(userId: string, id: string): Promise<boolean>;
}

export interface DocumentStores {
  /** Each user has at most one document of preferences: `create` resolves with undefined for a second one. */
  readonly preferences: DocumentStore<UserDocument | undefined> & {
    find(userId: string): Promise<UserDocument | undefined>;
  };
  readonly layouts: DocumentStore & {
    find(userId: string, id: string): Promise<UserDocument | undefined>;
    count(userId: string): Promise<number>;
  };
  /** Parses the text of a document. Throws if it is not JSON or not of this shape; `field` contains the text in the body of the call. */
  read<Document>(
    text: string,
    to: { readonly field: string; readonly schema: z.ZodMiniType<Document> },
  ): Document;
}

/** The fields that the market and its host read. All others belong to the browser. */
const writtenPreferences = z.looseObject({
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

interface DocumentCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> extends UserRead {
  readonly query?: Input;
  readonly body?: Input;
  readonly reply: Reply;
  /** The maximum number of bytes of the body, if it is not the host's. */
  readonly bodyLimit?: number;
  /** `input` is the query or the body, as its schema has accepted it. */
  answer(userId: string, input: z.output<Input>): Promise<z.output<Reply>>;
}

const checked = <Input extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  call: DocumentCall<Input, Reply>,
): DocumentCall => call;

export const documentCalls = (
  market: Pick<MarketAccess, 'gateway' | 'view'>,
  stores: DocumentStores,
): readonly DocumentCall[] => [...preferenceCalls(market, stores), ...layoutCalls(stores)];

function preferenceCalls(
  market: Pick<MarketAccess, 'gateway' | 'view'>,
  { preferences, read }: DocumentStores,
): readonly DocumentCall[] {
  /** One save of a user after another, so that only the first of two saves of one version takes effect. */
  const saves = new KeyedQueue();
  const requirePreferences = async (userId: string): Promise<UserDocument> => {
    const document = await preferences.find(userId);
    if (document === undefined) throw noPreferences();
    return document;
  };
  /** The document, its flags replaced by the market's. */
  const withFlags = (userId: string, { id, json, version }: UserDocument): StoredPreference => {
    const flags = market.view.rights.of(userId)?.flags ?? noPermissions();
    return {
      _id: id,
      userId,
      userPreferenceJson: JSON.stringify({ ...JSON.parse(json), flags }),
      version,
    };
  };
  /** The text to store, after the market has accepted the preferences that concern it. */
  const accepted = async (userId: string, field: string, text: string): Promise<string> => {
    const written = read(text, { field, schema: writtenPreferences });
    await applyPreferences(market, userId, written.defaults ?? {});
    const { flags: _ignored, ...settings } = written;
    return JSON.stringify(settings);
  };
  return [
    checked({
      path: paths.getUserPreference,
      summary: 'Your preferences; 404 when there are none',
      reply: storedPreference,
      errors: [404],
      answer: async (userId) => withFlags(userId, await requirePreferences(userId)),
    }),
    checked({
      path: paths.createUserPreference,
      summary: 'Create your preferences',
      body: createUserPreferenceBody,
      reply: storedPreference,
      errors: [409],
      async answer(userId, { userPreferenceJson }) {
        if ((await preferences.find(userId)) !== undefined) throw alreadyThere();
        const json = await accepted(userId, 'userPreferenceJson', userPreferenceJson);
        const created = await preferences.create(userId, json);
        if (created === undefined) throw alreadyThere();
        return withFlags(userId, created);
      },
    }),
    checked({
      path: paths.updateUserPreference,
      summary: 'Replace your preferences',
      body: updateUserPreferenceBody,
      reply: storedPreference,
      errors: [404, 409],
      answer: (userId, { id, jsonString, userPreferenceJson = '', version }) =>
        saves.run(userId, async () => {
          const stored = await requirePreferences(userId);
          if (stored.id !== id)
            throw notFound('Your preferences have another id. Read them again, then save.');
          // Checked before the market decides anything, because a stale save must change nothing.
          if (version !== undefined && version !== stored.version) throw preferencesChanged();
          const json = await (jsonString === undefined
            ? accepted(userId, 'userPreferenceJson', userPreferenceJson)
            : accepted(userId, 'jsonString', jsonString));
          const updated = await preferences.update(userId, { id, json });
          if (updated === undefined) throw noPreferences();
          return withFlags(userId, updated);
        }),
    }),
    checked({
      path: paths.deleteUserPreferenceByUserId,
      summary: 'Delete your preferences',
      query: deleteUserPreferenceQuery,
      reply: deletedReply,
      errors: [404],
      async answer(userId, query) {
        // The reply reveals nothing about the other user, who may not exist.
        if (query.userId !== userId)
          throw notFound('You can delete your own preferences only. Give your own user id.');
        const { id } = await requirePreferences(userId);
        if (!(await preferences.delete(userId, id))) throw noPreferences();
        return { deleted: true as const };
      },
    }),
  ];
}

const noPreferences = () => notFound('You have no saved preferences.');
const preferencesChanged = () =>
  new CallRejected(
    409,
    'preferencesChanged',
    'The preferences were changed in another window since they were loaded here. Nothing was saved.',
  );
const alreadyThere = () =>
  new CallRejected(409, 'alreadyThere', 'You already have saved preferences. Update them instead.');

/** A layout is a JSON string inside JSON, where each quote needs two characters. */
const bodyLimit = maxLayoutBytes * 3;

/** The call that lists the layouts of a user. Together they can be large, so each host lists them itself. */
export const getAllUserLayouts = {
  path: paths.getAllUserLayouts,
  summary: 'Your layouts',
  reply: z.array(storedLayout),
} as const satisfies UserRead;

/** A layout in a reply. It is stored under the user of the call, whatever the body says. */
export const layoutInReply = (userId: string, { id, json, version }: UserDocument): StoredLayout => ({
  _id: id,
  userId,
  userLayoutJson: json,
  version,
});

function layoutCalls({ layouts, read }: DocumentStores): readonly DocumentCall[] {
  /** The text of a layout without white space. */
  const layoutText = (field: string, text: string): string =>
    JSON.stringify(read(text, { field, schema: layoutDocument }));
  return [
    checked({
      path: paths.createUserLayout,
      summary: 'Save a new layout',
      body: createUserLayoutBody,
      bodyLimit,
      reply: storedLayout,
      errors: [404, 409, 422],
      async answer(userId, { userLayoutJson }) {
        const json = layoutText('userLayoutJson', userLayoutJson);
        if ((await layouts.count(userId)) >= maxLayoutsPerUser)
          throw new CallRejected(
            422,
            'tooManyLayouts',
            `You have ${maxLayoutsPerUser} layouts, which is the maximum. Delete one first.`,
          );
        return layoutInReply(userId, await layouts.create(userId, json));
      },
    }),
    checked({
      path: paths.updateUserLayout,
      summary: 'Replace a layout',
      body: updateUserLayoutBody,
      bodyLimit,
      reply: storedLayout,
      errors: [404, 409, 422],
      async answer(userId, { id, jsonString, userLayoutJson = '', version }) {
        const json =
          jsonString === undefined
            ? layoutText('userLayoutJson', userLayoutJson)
            : layoutText('jsonString', jsonString);
        if (version === undefined) {
          const updated = await layouts.update(userId, { id, json });
          if (updated === undefined) throw noLayout(id);
          return layoutInReply(userId, updated);
        }
        const now = await layouts.find(userId, id);
        if (now === undefined) throw noLayout(id);
        if (now.version !== version) throw layoutChanged();
        // The store compares again: another window may save at this moment.
        const updated = await layouts.update(userId, { id, json, was: now.json });
        if (updated === undefined) throw noLayout(id);
        if (updated.json !== json) throw layoutChanged();
        return layoutInReply(userId, updated);
      },
    }),
    checked({
      path: paths.deleteUserLayoutById,
      summary: 'Delete a layout',
      query: deleteUserLayoutQuery,
      reply: deletedReply,
      errors: [404],
      async answer(userId, { Id }) {
        if (!(await layouts.delete(userId, Id))) throw noLayout(Id);
        return { deleted: true as const };
      },
    }),
  ];
}

const layoutChanged = () =>
  new CallRejected(
    409,
    'layoutChanged',
    'The layout was changed in another window since it was loaded here. Nothing was saved.',
  );
const noLayout = (id: string) =>
  notFound(`You have no layout ${id}. It may have been deleted in another window.`);
