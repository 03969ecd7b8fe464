// The content of userLayoutJson (LAYOUT-1, LAYOUT-2): a workspace of panels in percent. Unknown keys of a
// panel are kept, so that an older client does not lose values saved by a newer client.
import * as z from 'zod/mini';

const percent = z.number().check(z.minimum(-1000), z.maximum(1000));
const point = z.object({ x: percent, y: percent });

/** A panel's place and size in percent of the workspace, and its z-order. */
const panelCoordinates = z.object({ x: percent, y: percent, w: percent, h: percent, z: z.number() });
export type PanelCoordinates = z.infer<typeof panelCoordinates>;

/** The name of a frame, which is shared by the panels that are its tabs. */
const frameName = z.string().check(z.minLength(1), z.maxLength(16));
const maxDockParts = 1_200;

const notAShare = 'A share is a percentage from 0 to 100.';
const share = z.number(notAShare).check(z.minimum(0, notAShare), z.maximum(100, notAShare));

/**
 * One part of the docked area: a division into two (`row`: side by side, `column`: one above the other; `at` is the first one's share in
 * percent), a frame, or an area without a panel.
 */
const dockPart = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.enum(['row', 'column']), at: share }),
    z.strictObject({ kind: z.literal('frame'), frame: frameName }),
    z.strictObject({ kind: z.literal('free') }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? 'A part is a row, a column, a frame, or free.' : undefined,
  },
);
export type DockPart = z.infer<typeof dockPart>;

export const layoutColumn = z.looseObject({
  id: z.union([z.string().check(z.minLength(1), z.maxLength(120)), z.number()]),
  component: z.string().check(z.minLength(1), z.maxLength(64)),
  grid: z.optional(
    z.looseObject({ 'grid-column': z.optional(z.string()), 'grid-row': z.optional(z.string()) }),
  ),
  coordinates: panelCoordinates,
  /** Omitted for a panel that floats alone. Panels of one frame are its tabs, and the one with the highest z is shown. */
  frame: z.optional(frameName),
  /** The place where a panel of a frame returns when it floats alone again. */
  float: z.optional(z.object({ x: percent, y: percent, w: percent, h: percent })),
  color: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
  content: z.optional(z.unknown()),
  props: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  style: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  sortingOrder: z.optional(z.unknown()),
  groupBy: z.optional(z.unknown()),
  instrumentSubscriptions: z.optional(z.unknown()),
  tableHeaders: z.optional(z.unknown()),
});
export type LayoutColumn = z.infer<typeof layoutColumn>;

export const layoutDocument = z.looseObject({
  name: z
    .string()
    .check(
      z.minLength(1, 'A layout needs a name.'),
      z.maxLength(80, 'A layout name has at most 80 characters.'),
    ),
  isMobile: z.boolean(),
  columns: z.array(layoutColumn).check(z.maxLength(200, 'A layout has at most 200 panels.')),
  spawnPoint: z.optional(point),
  spawnPointMove: z.optional(z.boolean()),
  locked: z.optional(z.boolean()),
  resizeable: z.optional(z.boolean()),
  spawnPointConfirmations: z.optional(point),
  /** The docked area: each division is followed by its first and then by its second part. */
  dock: z.optional(z.array(dockPart).check(z.maxLength(maxDockParts))),
});
export type LayoutDocument = z.infer<typeof layoutDocument>;
