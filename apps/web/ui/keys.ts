// Tables of keys. A key is bound through a table, and the sheet of keys shows all tables, so that it has every key.
import { matchKeyBindingPress, parseKeybinding, tinykeys } from 'tinykeys';

export interface KeyEntry {
  /** Any of these calls it, in the notation of tinykeys: `$mod+k`, `Shift+F6`, `b`. */
  readonly press: readonly [string, ...string[]];
  /** How people write them; the name of the first when it is left out. */
  readonly shown?: string;
  /** What it does, as a part of a sentence. */
  readonly label: string;
}

export interface KeyTable<Id extends string = string> {
  /** Where the keys work: the heading on the sheet, which several tables may share. */
  readonly place: string;
  readonly keys: Readonly<Record<Id, KeyEntry>>;
}

export const keyTable = <Id extends string>(
  place: string,
  keys: Readonly<Record<Id, KeyEntry>>,
): KeyTable<Id> => ({ place, keys });

const entriesOf = <Id extends string>({ keys }: KeyTable<Id>) => Object.entries(keys) as [Id, KeyEntry][];

/** The entry whose key was pressed, with exactly its modifiers; null when none was. */
export function pressedKey<Id extends string>(table: KeyTable<Id>, event: KeyboardEvent): Id | null {
  const found = entriesOf(table).find(([, { press }]) =>
    press.some((one) => parseKeybinding(one).some((parsed) => matchKeyBindingPress(event, parsed))),
  );
  return found?.[0] ?? null;
}

/** The entry of a key without modifiers (`KeyboardEvent.key`), in either case; null when there is none. */
export function entryOfKey<Id extends string>(table: KeyTable<Id>, key: string): Id | null {
  const pressed = key.toLowerCase();
  const found = entriesOf(table).find(([, { press }]) => press.some((one) => one.toLowerCase() === pressed));
  return found?.[0] ?? null;
}

/** Binds entries of the table on the whole page; the returned function unbinds them. */
export function bindKeys<Id extends string>(
  table: KeyTable<Id>,
  handlers: Readonly<Partial<Record<Id, (event: KeyboardEvent) => void>>>,
): () => void {
  return tinykeys(
    window,
    Object.fromEntries(
      entriesOf(table).flatMap(([id, { press }]) => {
        const handler = handlers[id];
        return handler === undefined ? [] : press.map((one) => [one, handler]);
      }),
    ),
  );
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Readonly<Record<string, string>> = {
  $mod: isApple ? '⌘' : 'Ctrl',
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  Space: 'Space',
};

/** `$mod+Shift+z` as people write it: "Ctrl+Shift+Z". */
export function keyName(press: string): string {
  return press
    .split('+')
    .map((part) => names[part] ?? part.replace(/^Key(?=[A-Z]$)/, ''))
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

/** The key of the entry as people write it. */
export const shownKey = ({ press: [first], shown = keyName(first) }: KeyEntry): string => shown;

/** A label with its key, for tooltips: "Save (Ctrl+S)". */
export const withKey = (label: string, name: string | undefined): string =>
  name === undefined ? label : `${label} (${name})`;
