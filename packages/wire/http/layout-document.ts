// The content of userLayoutJson (LAYOUT-1, LAYOUT-2): a workspace of panels in percent. Unknown keys of a panel are kept,
// so that an older client does not lose what a newer one has saved.
import * as z from 'zod/mini';

const percent = z.number().check(z.minimum(-1000), z.maximum(1000));
const point = z.object({ x: percent, y: percent });

/** A panel's place and size in percent of the workspace, and its z-order. */
const panelCoordinates = z.object({ x: percent, y: percent, w: percent, h: percent, z: z.number() });
export type PanelCoordinates = z.infer<typeof panelCoordinates>;

export const layoutColumn = z.looseObject({
  id: z.union([z.string().check(z.minLength(1), z.maxLength(120)), z.number()]),
  component: z.string().check(z.minLength(1), z.maxLength(64)),
  grid: z.optional(
    z.looseObject({ 'grid-column': z.optional(z.string()), 'grid-row': z.optional(z.string()) }),
  ),
  coordinates: panelCoordinates,
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
});
export type LayoutDocument = z.infer<typeof layoutDocument>;
