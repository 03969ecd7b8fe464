// Preferences and layouts over HTTP (PREF-5, LAYOUT-10). A document is JSON text on the wire; the server
// checks its shape, and the browser checks it again when it reads it.
import { maxLots, type PermissionFlag, permissionFlags } from '@openpit/terms';
import * as z from 'zod/mini';
import { jsonText } from '../json-text.ts';
import { plainText } from '../plain-text.ts';

export const maxLayoutsPerUser = 100;
export const maxLayoutBytes = 256 * 1024;
const maxPreferenceBytes = 64 * 1024;

const flagsSchema = z.looseObject(
  Object.fromEntries(permissionFlags.map((flag) => [flag, z._default(z.boolean(), false)])) as Record<
    PermissionFlag,
    z.ZodMiniDefault<z.ZodMiniBoolean>
  >,
);

/** The id of a user or of a stored document. */
const idText = plainText(64, { missing: 'Give the id.' });

/**
 * The default time in seconds after which a user's orders are suspended if none of the user's programs and browsers has sent anything.
 */
export const defaultDisconnectSeconds = 60;
export const minDisconnectSeconds = 2;
export const maxDisconnectSeconds = 3600;

const step = z._default(z.number().check(z.nonnegative()), 0);
const seconds = z._default(z.int().check(z.minimum(0), z.maximum(86_400)), 0);

/** The content of userPreferenceJson (PREF-1 to 3). Unknown fields are kept at every level: the document is saved back. */
export const preferenceDocument = z.looseObject({
  flags: z._default(flagsSchema, () => flagsSchema.parse({})),
  profile: z._default(
    z.looseObject({
      branch: z._default(z.string(), ''),
      dealer: z._default(z.string(), ''),
      client: z._default(z.string(), ''),
    }),
    { branch: '', dealer: '', client: '' },
  ),
  defaults: z.looseObject({
    /** A new document has `button`; a loaded document without the field defaults to `last`. */
    tradeFormLocation: z._default(z.enum(['button', 'last']), 'last'),
    priceChangeMop: step,
    rateChangeMop: step,
    volChangeMop: step,
    maxOrderQuantity: z._default(z.int().check(z.minimum(1), z.maximum(maxLots)), 1),
    defaultOrderQuantity: z._default(z.int().check(z.minimum(1), z.maximum(maxLots)), 1),
    defaultPopupNotificationTime: seconds,
    timeout: seconds,
    /** True if the user's own orders are suspended when there has been no activity of the user for `disconnectSeconds`. */
    suspendOnDisconnect: z._default(z.boolean(), false),
    disconnectSeconds: z._default(
      z.int().check(z.minimum(minDisconnectSeconds), z.maximum(maxDisconnectSeconds)),
      defaultDisconnectSeconds,
    ),
    /** True if the screen asks before it cancels one order. */
    askBeforeCancel: z._default(z.boolean(), true),
    maxDepth: z._default(z.int().check(z.minimum(0), z.maximum(200)), 0),
    capacity: z._default(z.enum(['P', 'A']), 'P'),
    soundOnDealExecution: z._default(z.boolean(), false),
    colorOnUpdates: z._default(z.enum(['none', 'text', 'background']), 'text'),
    compact: z._default(z.boolean(), false),
  }),
});
export type PreferenceDocument = z.infer<typeof preferenceDocument>;

/** @returns the document of a new user: every flag false, `tradeFormLocation` is `button` */
export function newPreferenceDocument(): PreferenceDocument {
  return preferenceDocument.parse({ defaults: { tradeFormLocation: 'button' } });
}

export const storedPreference = z.object({
  _id: z.string(),
  userId: z.string(),
  userPreferenceJson: z.string(),
  /** Changes with every change of the stored document, but not with the flags, which belong to the market. */
  version: z.optional(z.string()),
});
export type StoredPreference = z.infer<typeof storedPreference>;

const preferenceText = jsonText(maxPreferenceBytes, {
  missing: 'Preferences are JSON text.',
  tooLarge: `Preferences have at most ${maxPreferenceBytes / 1024} KiB.`,
});
export const createUserPreferenceBody = z.strictObject({
  userId: idText,
  userPreferenceJson: preferenceText,
});
const givenOnce = (name: string) =>
  z.refine(
    (body) => {
      const fields = body as Readonly<Record<string, unknown>>;
      return (fields.jsonString === undefined) !== (fields[name] === undefined);
    },
    { error: `Give the document once, as jsonString or as ${name}.`, path: ['jsonString'] },
  );
/** The document is `jsonString`, or `userPreferenceJson` as in Create. */
export const updateUserPreferenceBody = z
  .strictObject({
    id: idText,
    jsonString: z.optional(preferenceText),
    userPreferenceJson: z.optional(preferenceText),
    /** The version that was read. If the server has another version, the reply is 409 and nothing changes. If omitted, the save always replaces. */
    version: z.optional(idText),
  })
  .check(givenOnce('userPreferenceJson'));
export const deleteUserPreferenceQuery = z.strictObject({
  userId: idText,
});

export const storedLayout = z.object({
  _id: z.string(),
  userId: z.string(),
  userLayoutJson: z.string(),
  /** Changes with every change of the layout. */
  version: z.optional(z.string()),
});
export type StoredLayout = z.infer<typeof storedLayout>;

const layoutText = jsonText(maxLayoutBytes, {
  missing: 'A layout is JSON text.',
  tooLarge: `A layout has at most ${maxLayoutBytes / 1024} KiB. Remove panels or their contents.`,
});
export const createUserLayoutBody = z.strictObject({
  userId: idText,
  userLayoutJson: layoutText,
});
/** The document is `jsonString`, or `userLayoutJson` as in Create. */
export const updateUserLayoutBody = z
  .strictObject({
    id: idText,
    jsonString: z.optional(layoutText),
    userLayoutJson: z.optional(layoutText),
    /** The version that was read. If the server has another version, the reply is 409 and nothing changes. If omitted, the save always replaces. */
    version: z.optional(idText),
  })
  .check(givenOnce('userLayoutJson'));
export const deleteUserLayoutQuery = z.strictObject({
  Id: idText,
});
export const deletedReply = z.object({ deleted: z.literal(true) });
