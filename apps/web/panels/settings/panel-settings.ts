// The settings of a panel (PANEL-20): what the panel itself saves in the `props` of its column of the layout.
// Each panel declares them as a schema; the registry lists the schemas, and layout files accept the settings
// of all of them.
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { PanelProps } from './panel-props.ts';

/** Every setting is optional: a new panel has none of them. */
export type SettingsSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniOptional<z.ZodMiniType>>>>;

/**
 * The settings that can be read. A value that does not fit, perhaps of another version, counts as not set.
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

/** One schema that accepts the settings of all of these, and nothing else. */
export function anySettings(schemas: readonly SettingsSchema[]) {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, schema] of schemas.flatMap((one) => Object.entries(one.shape))) {
    const known = shape[name];
    shape[name] = known === undefined ? schema : z.union([known, schema]);
  }
  return z.strictObject(shape);
}
