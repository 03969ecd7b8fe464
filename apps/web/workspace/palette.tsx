// The command palette: it searches contracts, panels, layouts and commands, and Enter runs the selected entry. With an empty
// search it lists the recent entries, then everything else.
import { kindOfContractName, type MarketRow, parseContractDate, parseContractName } from '@openpit/wire';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { type ActionContext, useActionContext } from '../actions/action.ts';
import { openDepth, paletteKeys, workspaceKeys } from '../actions/view-actions.ts';
import { type Prices, usePrices, whenLive } from '../market/prices.ts';
import { showReason } from '../notices/toasts.ts';
import { type ContractMenuItem, contractMenu } from '../panels/parts/market/contract-menu.tsx';
import { itemsOfOption } from '../panels/parts/own/positions.ts';
import { panels } from '../panels/registry.ts';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { useDeviceKind } from '../stores/device-kind.ts';
import { useLayouts } from '../stores/layouts.ts';
import { contractStore, dataSetStores } from '../stores/stores.ts';
import { Dialog } from '../ui/dialog.tsx';
import { pressedKey, shownKey } from '../ui/keys.ts';
import { showLayout } from './layouts/layout-actions.ts';
import styles from './palette.module.css';
import { permittedActions } from './workspace-actions.ts';

type NamedContract = Pick<MarketRow, 'contract' | 'contractDisplay' | 'displaySeq'>;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const sides: Readonly<Record<string, string>> = { C: 'call', P: 'put' };

export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.,?]+/u)
    .filter((word) => word !== '');

/** "DEC26 WMAZ 4000 C" → dec26, december, 26, 2026, wmaz, 4000, c, call, option … */
function contractWords({ contract, contractDisplay }: NamedContract, instrumentName = ''): readonly string[] {
  const { flag } = contractDisplay;
  const { contractDate, farDate = '' } = parseContractName(contract);
  const dates = [contractDate, farDate].flatMap((date) => {
    const { year, month } = parseContractDate(date) ?? {};
    return month === undefined ? [] : [months[month - 1] ?? '', String(year).slice(2), String(year)];
  });
  const kind = kindOfContractName(contract);
  return [
    ...wordsOf(contract),
    ...wordsOf(instrumentName),
    ...dates,
    kind,
    `${kind}s`,
    ...(sides[flag] === undefined ? [] : [sides[flag]]),
  ];
}

/** The score of the match, higher for whole words, and the search words that match nothing. */
function matchWords(
  words: readonly string[],
  terms: readonly string[],
): { readonly score: number; readonly rest: readonly string[] } {
  let score = 0;
  const rest: string[] = [];
  for (const word of terms) {
    if (words.includes(word)) score += 2;
    else if (words.some((candidate) => candidate.startsWith(word))) score += 1;
    else rest.push(word);
  }
  return { score, rest };
}

const matchesAll = (words: readonly string[], terms: readonly string[]): boolean =>
  matchWords(words, terms).rest.length === 0;

// Futures first: most searches mean them.
const classOrder = [1, 4, 3, 2, 5];

interface FoundContract<Row> {
  readonly row: Row;
  /** The search words that the contract's actions must match. */
  readonly rest: readonly string[];
}

/** The contracts that match at least one search word, best match first. */
export function findContracts<Row extends NamedContract & Pick<MarketRow, 'instrument'>>(
  rows: readonly Row[],
  terms: readonly string[],
  nameOf: (instrument: string) => string,
): readonly FoundContract<Row>[] {
  return rows
    .map((row) => ({ row, ...matchWords(contractWords(row, nameOf(row.instrument)), terms) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        a.rest.length - b.rest.length ||
        b.score - a.score ||
        classOrder.indexOf(a.row.contractDisplay.CONTRACT_TYPE) -
          classOrder.indexOf(b.row.contractDisplay.CONTRACT_TYPE) ||
        a.row.displaySeq - b.row.displaySeq,
    );
}

const maxRecent = 8;
const ids = z.array(z.string());

/** The most recently used entries, newest first, stored in this browser. */
export function recentEntries(): readonly string[] {
  try {
    const read = ids.safeParse(JSON.parse(readStored(storageKeys.recentEntries) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

function rememberEntry(id: string): void {
  const recent = [id, ...recentEntries().filter((other) => other !== id)].slice(0, maxRecent);
  writeStored(storageKeys.recentEntries, JSON.stringify(recent));
}

interface PaletteEntry {
  readonly id: string;
  /** The entry's contract, shown before the label. */
  readonly contract?: string;
  readonly label: string;
  readonly kind: 'Contract' | 'Panel' | 'Layout' | 'Command';
  /** Additional search words. */
  readonly words?: string | undefined;
  readonly icon?: ReactNode;
  readonly keyName?: string | undefined;
  readonly disabledReason?: string | null | undefined;
  readonly run: () => void;
}

const maxEntries = 60;
const maxContracts = 12;

/** The search words with the contracts that they match. Searching the market is slow, so it runs once per text. */
interface PaletteSearch {
  readonly text: string;
  readonly terms: readonly string[];
  readonly matchingContracts: ReturnType<typeof findMatchingContracts>;
  /** The contracts whose prices the entries need. */
  readonly contracts: readonly string[];
}

function searchPalette(text: string): PaletteSearch {
  const terms = wordsOf(text);
  const matchingContracts = terms.length === 0 ? [] : findMatchingContracts(terms);
  const contracts =
    terms.length === 0
      ? recentEntries().flatMap(contractOfEntry)
      : matchingContracts.map(({ row }) => row.contract);
  return { text, terms, matchingContracts, contracts };
}

/**
 * The entries: the menu of each matching contract, the panels of the registry, the saved layouts and the commands. `prices`: the prices of
 * the contracts that were found.
 */
function paletteEntries(
  { text, terms, matchingContracts: contracts }: PaletteSearch,
  context: ActionContext,
  { isPhone, prices }: { readonly isPhone: boolean; readonly prices: PalettePrices },
): readonly PaletteEntry[] {
  const others = [...panelEntries(context), ...layoutEntries(isPhone), ...commandEntries(context, isPhone)];
  if (terms.length === 0) {
    const recent = recentEntries().flatMap(
      (id) => others.find((entry) => entry.id === id) ?? contractEntryOf(id, context, prices) ?? [],
    );
    const ids = new Set(recent.map(({ id }) => id));
    return [...recent, ...others.filter(({ id }) => !ids.has(id))].slice(0, maxEntries);
  }
  const matching = others.filter(({ label, kind, words = '' }) =>
    matchesAll(wordsOf(`${label} ${kind} ${words}`), terms),
  );
  // An exact match comes first.
  const isNamed = ({ label }: PaletteEntry) => label.toLowerCase() === text.trim().toLowerCase();
  matching.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return [...matching, ...contractEntries(contracts, context, prices)].slice(0, maxEntries);
}

function findMatchingContracts(terms: readonly string[]) {
  const rows = contractStore.rows();
  const nameOf = (instrument: string) => dataSetStores.instruments.get(instrument)?.name ?? '';
  return findContracts(rows, terms, nameOf).slice(0, maxContracts);
}

type PalettePrices = Pick<Prices, 'get' | 'isLive'>;

function contractEntries(
  contracts: PaletteSearch['matchingContracts'],
  context: ActionContext,
  prices: PalettePrices,
): readonly PaletteEntry[] {
  return contracts.flatMap(({ row, rest }) =>
    entriesOfContract(row.contract, context, prices).filter(({ label, words = '' }) =>
      matchesAll(wordsOf(`${label} ${words}`), rest),
    ),
  );
}

/**
 * The contract's menu with its depth first, without actions that the user has no permission for. Until the prices arrive it shows
 * none, because an old price would look current.
 */
function entriesOfContract(
  contract: string,
  context: ActionContext,
  prices: PalettePrices,
): readonly PaletteEntry[] {
  const row = prices.get(contract);
  if (row === undefined) return [];
  // Exercise and abandon are offered only where they are possible, because otherwise every option would list them.
  const expiry = itemsOfOption(row, null, context).filter((item) => (item.disabledReason ?? null) === null);
  const items: readonly ContractMenuItem[] = [...contractMenu(row, null, context), ...expiry];
  return items
    .filter(({ lacks }) => lacks === undefined)
    .sort((a, b) => Number(b.id === openDepth.id) - Number(a.id === openDepth.id))
    .map(({ ticket, ...item }) => ({
      ...item,
      ...(ticket && !prices.isLive(contract) && withoutPrice(contract, item.id, ticket, context)),
      id: `${contract}: ${item.id}`,
      contract,
      kind: 'Contract' as const,
      words: ticket ? 'order ticket' : '',
    }));
}

/** An entry that opens the ticket, while the price is still missing: it opens the ticket once the price arrives. */
const withoutPrice = (
  contract: string,
  id: string,
  { label, against }: NonNullable<ContractMenuItem['ticket']>,
  context: ActionContext,
) => ({
  label,
  disabledReason: against,
  run: () =>
    void whenLive(contract).then((row) => {
      const item =
        row === null ? undefined : contractMenu(row, null, context).find((menuItem) => menuItem.id === id);
      if (item === undefined) showReason(`The prices of ${contract} could not be loaded. Try again.`);
      else if (!showReason(item.disabledReason)) item.run();
    }),
});

/** `DEC26 WMAZ: take` belongs to DEC26 WMAZ; other entries belong to no contract. */
function contractOfEntry(id: string): readonly string[] {
  const [contract = ''] = id.split(': ');
  return contractStore.get(contract) === undefined ? [] : [contract];
}

function contractEntryOf(
  id: string,
  context: ActionContext,
  prices: PalettePrices,
): PaletteEntry | undefined {
  const [contract] = contractOfEntry(id);
  if (contract === undefined) return undefined;
  return entriesOfContract(contract, context, prices).find((entry) => entry.id === id);
}

const panelEntries = ({ workspace }: ActionContext): readonly PaletteEntry[] =>
  panels.map(({ component, title, icon }) => ({
    id: `panel ${component}`,
    label: title,
    icon,
    kind: 'Panel',
    run: () => workspace.showPanel(component),
  }));

function layoutEntries(isPhone: boolean): readonly PaletteEntry[] {
  const { saved, current } = useLayouts.getState();
  return saved
    .filter(({ document, _id }) => document.isMobile === isPhone && _id !== current?._id)
    .map((layout) => ({
      id: `layout ${layout._id}`,
      label: layout.document.name,
      kind: 'Layout',
      run: () => void showLayout(layout),
    }));
}

const commandEntries = (context: ActionContext, isPhone: boolean): readonly PaletteEntry[] =>
  permittedActions(context.flags, isPhone).map(({ id, label, words, key, reason, run }) => ({
    id,
    label,
    kind: 'Command',
    words,
    keyName: key && shownKey(workspaceKeys.keys[key]),
    disabledReason: reason?.(context) ?? null,
    run: () => run(context),
  }));

/** The debounce time before the contracts found are subscribed, because each keystroke finds other contracts. */
const typingMs = 150;

const steps = { next: 1, previous: -1, pageDown: 10, pageUp: -10 } as const;

/** A combobox with a list. It closes before it runs an entry, so that the focus is already back when the entry opens something. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const context = useActionContext();
  const isPhone = useDeviceKind() === 'mobile';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const search = useMemo(() => searchPalette(text), [text]);
  const prices = usePrices(search.contracts, { delayMs: typingMs });
  const [market, setMarket] = useState(0);
  useEffect(() => prices.onChange(() => setMarket((count) => count + 1)), [prices]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the market changes the prices that the entries name
  const entries = useMemo(
    () => paletteEntries(search, context, { isPhone, prices }),
    [search, context, isPhone, prices, market],
  );
  const at = Math.min(chosen, entries.length - 1);
  const optionId = (index: number) => `${id}option${index}`;

  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined || (entry.disabledReason ?? null) !== null) return;
    rememberEntry(entry.id);
    flushSync(onClose);
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(paletteKeys, event.nativeEvent);
    if (pressed === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (pressed === 'run') run(entries[at]);
    else if (Math.abs(steps[pressed]) === 1)
      setChosen((at + steps[pressed] + entries.length) % Math.max(1, entries.length));
    else setChosen(Math.max(0, Math.min(at + steps[pressed], entries.length - 1)));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.paper }, container: { className: styles.container } }}
    >
      <h2 id={`${id}title`} className="visually-hidden">
        Command palette
      </h2>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Find a contract, a panel, a layout or a command"
        aria-expanded
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : optionId(at)}
        placeholder="Contract, panel, layout or command: wmaz dec 26"
        autoComplete="off"
        spellCheck={false}
        // The user opens the palette in order to type.
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label="Results" className={styles.list}>
        {entries.map((entry, index) => {
          const isDisabled = (entry.disabledReason ?? null) !== null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
            <div
              key={entry.id}
              id={optionId(index)}
              role="option"
              data-index={index}
              aria-selected={index === at}
              aria-disabled={isDisabled || undefined}
              className={styles.option}
              onPointerMove={() => setChosen(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(entry)}
            >
              <span className={styles.icon}>{entry.icon}</span>
              <span className={styles.label}>
                {entry.contract !== undefined && <strong>{entry.contract} </strong>}
                {entry.label}
                {isDisabled && <span className={styles.reason}>{entry.disabledReason}</span>}
              </span>
              {entry.keyName !== undefined && <kbd className={styles.key}>{entry.keyName}</kbd>}
              <span className={styles.kind}>{entry.kind}</span>
            </div>
          );
        })}
      </div>
      {entries.length === 0 && (
        <p className={styles.none}>No matches. Try an instrument with a month: wmaz dec 26.</p>
      )}
      <div role="status" className="visually-hidden">
        {entries.length === 0 ? 'Nothing found' : `${entries.length} found`}
      </div>
    </Dialog>
  );
}
