// The settings that a panel saves in the layout: the allowed texts, reading and changing settings, and the contract that a panel is
// pinned to.
import { type LayoutColumn, plainText as storedText } from '@openpit/wire';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { DeviceKind } from '../../stores/device-kind.ts';

/**
 * Returns a schema for a text of at most `max` characters. A layout file can come from anywhere, so
 * its texts are short and contain only characters that can be shown.
 */
export const settingText = (max: number) =>
  storedText(max, { missing: 'This must be a text.', mayBeEmpty: true });

/** The id of a column of a grid. */
export const columnName = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'This is not the name of a column.'));

/**
 * The props that every panel receives: its column of the layout, and the function that saves a change of it
 * (LAYOUT-2, PANEL-20).
 */
export interface PanelProps {
  readonly column: LayoutColumn;
  readonly device: DeviceKind;
  /**
   * Changes sorting, headers, grouping or settings in the layout on screen; they are stored when the layout
   * is saved.
   */
  readonly onChange: (change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>) => void;
}

/**
 * The settings of a panel (PANEL-20): the values that the panel itself saves in the `props` of its column of the layout. Each panel
 * declares them as a schema; the registry lists the schemas, and layout files accept the settings of all of them. Every setting is
 * optional: a new panel has none of them.
 */
export type SettingsSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniOptional<z.ZodMiniType>>>>;

/**
 * The settings that can be read. A value that does not fit, perhaps from another version, counts as
 * not set.
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  props: Readonly<Record<string, unknown>> | null | undefined,
): z.output<Schema> {
  const read = schema.safeParse(props ?? {});
  if (read.success) return read.data;
  const unread = new Set(read.error.issues.map(({ path: [name] }) => name));
  return schema.parse(Object.fromEntries(Object.entries(props ?? {}).filter(([name]) => !unread.has(name))));
}

/** The settings of this panel and the function that saves a change of them. */
export function usePanelSettings<Schema extends SettingsSchema>(
  schema: Schema,
  { column: { props }, onChange }: Pick<PanelProps, 'column' | 'onChange'>,
): readonly [settings: z.output<Schema>, change: (change: Partial<z.output<Schema>>) => void] {
  const settings = useMemo(() => readSettings(schema, props), [schema, props]);
  return [settings, (change) => onChange({ props: { ...props, ...change } })];
}

/** One schema that accepts only the settings of all of these. */
export function anySettings(schemas: readonly SettingsSchema[]) {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, schema] of schemas.flatMap((schema) => Object.entries(schema.shape))) {
    const present = shape[name];
    shape[name] = present === undefined ? schema : z.union([present, schema]);
  }
  return z.strictObject(shape);
}

/**
 * The setting `contract`: the contract that a panel is pinned to, or null if the panel follows the
 * active contract.
 */
export const contractSetting = z.optional(z.nullable(settingText(64)));

/** `null` for a panel that follows the active contract, and for a panel without a contract. */
export function pinnedContract({ props }: Pick<LayoutColumn, 'props'>): string | null {
  const contract = props?.contract;
  return typeof contract === 'string' && contract !== '' ? contract : null;
}
