// Workspace layouts (LAYOUT-10). They are stored under the token's user, whatever the body says, and do not exist for other
// users.
import { randomUUID } from 'node:crypto';
import { notFound } from '@openpit/market';
import {
  countLayouts,
  createLayout,
  deleteLayout,
  type Layout,
  listLayouts,
  updateLayout,
} from '@openpit/storage';
import {
  createUserLayoutBody,
  deletedReply,
  deleteUserLayoutQuery,
  layoutDocument,
  maxLayoutBytes,
  maxLayoutsPerUser,
  paths,
  type StoredLayout,
  storedLayout,
  updateUserLayoutBody,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { documentVersion, readJsonDocument } from '../json-document.ts';
import { RequestRejected } from '../rejections.ts';
import { signedInUserOf } from '../signed-in.ts';

/** A layout is a JSON string inside JSON, where each quote needs two characters. */
const bodyLimit = maxLayoutBytes * 3;

export function layoutRoutes({ db, clock }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    const tags = ['user settings'];

    app.get(
      paths.getAllUserLayouts,
      describedCall({ tags, summary: 'Your layouts', reply: z.array(storedLayout) }),
      async (request) => (await listLayouts(db, signedInUserOf(request).userId)).map(stored),
    );

    app.post(
      paths.createUserLayout,
      {
        bodyLimit,
        ...describedCall({
          tags,
          summary: 'Save a new layout',
          body: createUserLayoutBody,
          reply: storedLayout,
          errors: [404, 409, 422],
        }),
      },
      async (request) => {
        const { userId } = signedInUserOf(request);
        const json = checked('userLayoutJson', request.body.userLayoutJson);
        if ((await countLayouts(db, userId)) >= maxLayoutsPerUser)
          throw new RequestRejected(
            422,
            'tooManyLayouts',
            `You have ${maxLayoutsPerUser} layouts, which is the maximum. Delete one first.`,
          );
        return stored(await createLayout(db, { id: randomUUID(), userId, json, createdAt: clock.now() }));
      },
    );

    app.post(
      paths.updateUserLayout,
      {
        bodyLimit,
        ...describedCall({
          tags,
          summary: 'Replace a layout',
          body: updateUserLayoutBody,
          reply: storedLayout,
          errors: [404, 409, 422],
        }),
      },
      async (request) => {
        const { id, jsonString, userLayoutJson = '', version } = request.body;
        const { userId } = signedInUserOf(request);
        const json =
          jsonString === undefined
            ? checked('userLayoutJson', userLayoutJson)
            : checked('jsonString', jsonString);
        const change = { id, userId, json, updatedAt: clock.now() };
        if (version === undefined) {
          const updated = await updateLayout(db, change);
          if (updated === undefined) throw noLayout(id);
          return stored(updated);
        }
        const now = (await listLayouts(db, userId)).find((layout) => layout.id === id);
        if (now === undefined) throw noLayout(id);
        if (documentVersion(now.json) !== version) throw layoutChanged();
        // The database compares again: another window may save at this moment.
        const updated = await updateLayout(db, { ...change, was: now.json });
        if (updated === undefined) throw noLayout(id);
        if (updated.json !== json) throw layoutChanged();
        return stored(updated);
      },
    );

    app.get(
      paths.deleteUserLayoutById,
      describedCall({
        tags,
        summary: 'Delete a layout',
        querystring: deleteUserLayoutQuery,
        reply: deletedReply,
        errors: [404],
      }),
      async (request) => {
        const { Id } = request.query;
        if (!(await deleteLayout(db, { id: Id, userId: signedInUserOf(request).userId }))) throw noLayout(Id);
        return { deleted: true as const };
      },
    );
  };
}

const stored = ({ id, userId, json }: Layout): StoredLayout => ({
  _id: id,
  userId,
  userLayoutJson: json,
  version: documentVersion(json),
});

const layoutChanged = () =>
  new RequestRejected(
    409,
    'layoutChanged',
    'The layout was changed in another window since it was loaded here. Nothing was saved.',
  );
const noLayout = (id: string) =>
  notFound(`You have no layout ${id}. It may have been deleted in another window.`);

/** The layout's text without white space; throws InvalidRequest when it is not a layout. */
const checked = (field: string, text: string): string =>
  JSON.stringify(readJsonDocument(text, { field, schema: layoutDocument }));
