// Tables of keys. Every key is bound through a table, so that the sheet of keys, which shows all tables, is complete. A key stands for
// the character printed on it; if that is no Latin letter or digit, for the character of an American keyboard at its position. In a text
// field, a key that types a character is not a shortcut.
import { parseKeybinding } from 'tinykeys';

export interface KeyEntry {
  /**
   * Alternative keys in the notation of tinykeys: `$mod+k`, `Shift+F6`, `b`. `Alt+KeyC` works even if Alt changes the typed character.
   */
  readonly press: readonly [string, ...string[]];
  /** The name of the key on the screen; derived from the first press by default. */
  readonly shown?: string;
  /** The effect of the key, as a part of a sentence. */
  readonly label: string;
  /** True if a held key acts repeatedly. By default it acts once, so that it cannot cancel one order after another. */
  readonly repeats?: boolean;
}

export interface KeyTable<Id extends string = string> {
  /** The place where the keys work: the heading on the sheet, which several tables may share. */
  readonly place: string;
  readonly keys: Readonly<Record<Id, KeyEntry>>;
}

export const keyTable = <Id extends string>(
  place: string,
  keys: Readonly<Record<Id, KeyEntry>>,
): KeyTable<Id> => ({ place, keys });

const entriesOf = <Id extends string>({ keys }: KeyTable<Id>) => Object.entries(keys) as [Id, KeyEntry][];

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The relevant properties of a pressed key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'repeat' | 'isComposing' | 'getModifierState'>>;

/** The character at the key's position on an American keyboard; null if it types none. */
function characterAt(code = ''): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null;
}

/** True for an ASCII letter or digit, whose position depends on the layout. */
const isPlain = (key: string) => /^[a-z0-9]$/i.test(key);
/**
 * True for a typed character, not a named key such as "Enter" or "F6". "Dead", "Process" and "Unidentified" stand for an unknown
 * character. A key of an Arabic keyboard types two letters.
 */
const isCharacter = (key: string) =>
  !/^[A-Z][A-Za-z0-9]+$/.test(key) || /^(Dead|Process|Unidentified)$/.test(key);

/** Replaces the question marks of other scripts. */
const asQuestionMark = (key: string) => key.replace(/^[؟？՞\u037e]$/u, '?');

/**
 * The key without modifiers in the notation of the tables: its character, otherwise the character of its position, and
 * `KeyboardEvent.key` for named keys.
 */
export function keyOf({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  const isOfOtherScript = isCharacter(key) && !/^[ -~]$/.test(key);
  return isOfOtherScript ? (characterAt(code) ?? key) : key;
}

/** The entry whose key was pressed, with exactly its modifiers; null if none was. */
export function pressedKey<Id extends string>(table: KeyTable<Id>, event: KeyPress): Id | null {
  const presses = pressesOf(table);
  const keyText = asQuestionMark(event.key).toUpperCase();
  const byCharacter = presses.find(
    ({ mods, key }) =>
      (key.toUpperCase() === keyText || isAtPosition(key, event)) && hasModifiers(event, mods, key),
  );
  if (byCharacter !== undefined) return byCharacter.id;
  // No table has an "é" or "ש", or the "&" in the position of an American 1, so the position decides.
  const character = isCharacter(event.key) && !isPlain(event.key) ? characterAt(event.code) : null;
  const byPosition = presses.find(
    ({ mods, key }) => key.toLowerCase() === character && hasModifiers(event, mods, key),
  );
  return byPosition?.id ?? null;
}

/** True if the event matches a key such as `KeyC`: the key that types this letter, otherwise the key at its position. */
const isAtPosition = (position: string, { key, code }: KeyPress): boolean =>
  isPlain(key) ? position === `Key${key.toUpperCase()}` : position === code;

interface ParsedPress<Id> {
  readonly id: Id;
  readonly mods: readonly string[];
  readonly key: string;
}

const parsed = new WeakMap<KeyTable, readonly ParsedPress<string>[]>();

function pressesOf<Id extends string>(table: KeyTable<Id>): readonly ParsedPress<Id>[] {
  const parsedPresses = parsed.get(table) as readonly ParsedPress<Id>[] | undefined;
  if (parsedPresses !== undefined) return parsedPresses;
  const presses = entriesOf(table).flatMap(([id, { press }]) =>
    press.flatMap((keybinding) =>
      parseKeybinding(keybinding).map(([mods, key]) => ({ id, mods, key: String(key) })),
    ),
  );
  parsed.set(table, presses);
  return presses;
}

function hasModifiers(event: KeyPress, mods: readonly string[], key: string): boolean {
  const pressed = { Control: event.ctrlKey, Alt: event.altKey, Meta: event.metaKey };
  const isExact = Object.entries(pressed).every(([mod, isPressed]) => mods.includes(mod) === isPressed);
  // "?" is typed with Shift, and so are digits on a French keyboard.
  const needsNoShift = key.length === 1 && !/^[a-z]$/i.test(key) && !mods.includes('Shift');
  return isExact && (needsNoShift || mods.includes('Shift') === event.shiftKey);
}

/** True if the key types a character in a text field, so that it must not trigger a shortcut there. */
export function typesCharacter(event: KeyPress): boolean {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (event.isComposing === true) return true;
  if (!isCharacter(key) || metaKey) return false;
  if (event.getModifierState?.('AltGraph') === true || (ctrlKey && altKey)) return true;
  if (ctrlKey) return false;
  // Option types characters on a Mac. Elsewhere, Alt with a letter of the layout types nothing, so any other character was typed.
  return !altKey || isApple || !(isPlain(key) || isOfNonLatinScript(key));
}

const isOfNonLatinScript = (key: string) => /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);

/** True if the element accepts text, and therefore the keys that type characters. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=button]), textarea, select'));

/** The entry of a key without modifiers (`KeyboardEvent.key`), in either case; null if there is none. */
export function entryOfKey<Id extends string>(table: KeyTable<Id>, key: string): Id | null {
  const pressed = key.toLowerCase();
  const entry = entriesOf(table).find(([, { press }]) =>
    press.some((keybinding) => keybinding.toLowerCase() === pressed),
  );
  return entry?.[0] ?? null;
}

/** The effect of each key of a table. `false` leaves the key to the page. */
export type KeyHandlers<Table extends KeyTable> = Readonly<
  Record<keyof Table['keys'], (event: KeyboardEvent) => unknown>
>;

/** Runs the handler of the pressed key. Returns true if the key was used, so that the browser must not use it too. */
export function handleKey<Id extends string>(
  table: KeyTable<Id>,
  event: KeyboardEvent,
  handlers: Partial<KeyHandlers<KeyTable<Id>>>,
): boolean {
  const id = pressedKey(table, event);
  const handler = id === null ? undefined : handlers[id];
  if (id === null || handler === undefined) return false;
  return (event.repeat && table.keys[id].repeats !== true) || handler(event) !== false;
}

/** Binds entries of the table on the whole page; the returned function unbinds them. */
export function bindKeys<Id extends string>(
  table: KeyTable<Id>,
  handlers: Partial<KeyHandlers<KeyTable<Id>>>,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (takesText(event.target) && typesCharacter(event)) return;
    if (handleKey(table, event, handlers)) event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

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

/** The readable name of `$mod+Shift+z`: "Ctrl+Shift+Z". */
export function keyName(press: string): string {
  return press
    .split('+')
    .map((part) => names[part] ?? part.replace(/^Key(?=[A-Z]$)/, ''))
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

/** The readable key of the entry. */
export const shownKey = ({ press: [first], shown = keyName(first) }: KeyEntry): string => shown;

/** A label with its key, for tooltips: "Save (Ctrl+S)". */
export const withKey = (label: string, name: string | undefined): string =>
  name === undefined ? label : `${label} (${name})`;

export const numberFieldKeys = keyTable('Order ticket', {
  step: { press: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', label: 'Price or quantity up or down a step' },
  leap: { press: ['PageUp', 'PageDown'], shown: 'PgUp, PgDn', label: 'Ten steps' },
});
