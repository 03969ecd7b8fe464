// Exports a layout to a file, and imports one. Nothing in a file is trusted: every field is on an allow list, colours are from
// the palette, text is plain text, ids are new, and an error names its path.
import {
  type DockPart,
  type LayoutColumn,
  type LayoutDocument,
  layoutColumn,
  layoutDocument,
  maxLayoutBytes,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { columnName, settingText } from '../../panels/parts/panel-settings.ts';
import { layoutComponents, layoutSettings } from '../../panels/registry.ts';
import { isWholeDock } from '../../stores/dock-tree.ts';
import { withNewIds } from '../../stores/layout-columns.ts';
import { repairedLayout } from '../../stores/layout-docking.ts';
import { panelColours } from '../../ui/panel-frame.tsx';

const layoutFileFormat = 'openpit.layout';
const layoutFileVersion = 1;

const columnNames = z.array(columnName).check(z.maxLength(80, 'A panel has at most 80 columns.'));
const sort = z.strictObject({ id: columnName, desc: z.boolean() });
const gridLine = z.string().check(z.regex(/^[0-9 /a-z-]{0,32}$/, 'This is not a line of a grid.'));

const props = layoutSettings();
const style = z.strictObject({
  density: z.optional(z.enum(['compact', 'standard', 'comfortable'])),
  flash: z.optional(z.enum(['none', 'text', 'background'])),
  lettersPx: z.optional(z.int().check(z.minimum(9), z.maximum(20))),
});
const width = z.number().check(z.minimum(16), z.maximum(2_000));

const fileColumn = z.strictObject({
  component: z.enum(layoutComponents, { error: 'There is no panel of this name.' }),
  grid: z.optional(z.strictObject({ 'grid-column': z.optional(gridLine), 'grid-row': z.optional(gridLine) })),
  coordinates: layoutColumn.shape.coordinates,
  frame: layoutColumn.shape.frame,
  float: layoutColumn.shape.float,
  color: z.optional(
    z.nullable(z.enum(panelColours, { error: `A colour is one of ${panelColours.join(', ')}.` })),
  ),
  content: z.optional(z.nullable(settingText(2_000))),
  props: z.optional(z.nullable(props)),
  style: z.optional(z.nullable(style)),
  sortingOrder: z.optional(z.nullable(z.union([sort, z.array(sort).check(z.maxLength(8))]))),
  groupBy: z.optional(
    z.nullable(
      z.strictObject({
        id: z.nullable(columnName),
        closed: z.optional(z.array(settingText(80)).check(z.maxLength(500))),
      }),
    ),
  ),
  instrumentSubscriptions: z.optional(z.nullable(z.array(settingText(16)).check(z.maxLength(200)))),
  tableHeaders: z.optional(
    z.nullable(
      z.strictObject({
        order: z.optional(columnNames),
        hidden: z.optional(columnNames),
        pinned: z.optional(columnNames),
        widths: z.optional(z.record(columnName, width)),
      }),
    ),
  ),
});

const { name, isMobile, spawnPoint, spawnPointConfirmations, dock } = layoutDocument.shape;
const flag = z.optional(z.boolean());
const layoutFile = z.strictObject({
  format: z.literal(layoutFileFormat, { error: `This is not a layout of Openpit.` }),
  version: z.literal(layoutFileVersion, {
    error: `This version reads layout files of version ${layoutFileVersion} only.`,
  }),
  layout: z
    .strictObject({
      name: z.pipe(settingText(80), name),
      isMobile,
      columns: z.array(fileColumn).check(z.maxLength(200, 'A layout has at most 200 panels.')),
      spawnPoint,
      spawnPointMove: flag,
      locked: flag,
      resizeable: flag,
      spawnPointConfirmations,
      dock,
    })
    .check(({ value, issues }) => {
      const fault = dockFault(value);
      if (fault) issues.push({ code: 'custom', input: value, ...fault });
    }),
});

/** A dock in a file must be complete and contain each frame once. */
function dockFault({
  dock,
  columns,
}: {
  readonly dock?: readonly DockPart[] | undefined;
  readonly columns: readonly { readonly frame?: string | undefined }[];
}) {
  if (dock === undefined) return null;
  const frames = new Set(columns.map(({ frame }) => frame));
  for (const [at, part] of dock.entries())
    if (part.kind === 'frame' && !frames.delete(part.frame))
      return { path: ['dock', at, 'frame'], message: 'No panel is in this frame, or it is docked twice.' };
  return isWholeDock(dock)
    ? null
    : { path: ['dock'], message: 'Each division needs two parts, and a dock has no further parts.' };
}

type LayoutFileReading =
  | { readonly kind: 'layout'; readonly layout: LayoutDocument }
  /** One readable sentence, with the path of the field. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** Parses a file. Nothing in it is executed, no address in it is fetched, and any error rejects the whole file. */
export function readLayoutFile(text: string): LayoutFileReading {
  if (new TextEncoder().encode(text).length > maxLayoutBytes)
    return { kind: 'rejected', reason: 'The file is too large: a layout has at most 256 KiB.' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'rejected', reason: 'The file is not a layout: it is not JSON.' };
  }
  const read = layoutFile.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { kind: 'rejected', reason: issue === undefined ? 'It cannot be read.' : sentenceOf(issue) };
  }
  const columns = read.data.layout.columns.map((column) => ({ ...column, id: 0 }));
  return { kind: 'layout', layout: withNewIds({ ...read.data.layout, columns }) };
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function sentenceOf(issue: Issue): string {
  const { code, message, keys } = issue;
  const unknown = code === 'unrecognized_keys' ? keys?.[0] : undefined;
  const at = pathText(unknown === undefined ? issue.path : [...issue.path, unknown]);
  return `${at}: ${unknown === undefined ? message : 'A layout has no field of this name.'}`;
}

/** `layout.columns[2].component` */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${String(part)}`;
  return text === '' ? 'The file' : text;
}

/** The allowed fields of `value` with allowed values. */
function fitting(
  shape: Readonly<Record<string, z.ZodMiniType>>,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([field, part]) =>
      value[field] !== undefined && part.safeParse(value[field]).success ? [[field, value[field]]] : [],
    ),
  );
}

const keptColumn = (column: LayoutColumn) =>
  fitting(fileColumn.shape, {
    ...column,
    ...(column.props && { props: fitting(props.shape, column.props) }),
    ...(column.style && { style: fitting(style.shape, column.style) }),
  });

/** The text of a layout file, with the allowed fields only. */
export function layoutFileText(layout: LayoutDocument): string {
  // A frame whose panels are all omitted leaves the dock.
  const { columns, dock } = repairedLayout({
    ...layout,
    columns: layout.columns.filter((column) => fileColumn.safeParse(keptColumn(column)).success),
  });
  const { name, isMobile, spawnPoint, spawnPointMove, locked, resizeable, spawnPointConfirmations } = layout;
  const document = {
    name,
    isMobile,
    columns: columns.map(keptColumn),
    spawnPoint,
    spawnPointMove,
    locked,
    resizeable,
    spawnPointConfirmations,
    dock,
  };
  return `${JSON.stringify({ format: layoutFileFormat, version: layoutFileVersion, layout: document }, null, 2)}\n`;
}

/** A file name that is valid on every system: `dealer-desk.openpit-layout.json`. */
export function layoutFileName(layoutName: string): string {
  const slug = layoutName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${slug === '' ? 'layout' : slug}.openpit-layout.json`;
}
