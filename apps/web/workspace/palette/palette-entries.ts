// What the command palette offers for the typed words: what the menu of a contract offers for the contracts that match, the
// panels of the registry, the saved layouts and the commands; without typed words, what was chosen last and then the commands.
import type { PermissionFlags } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { may } from '../../actions/action.ts';
import { registered } from '../../actions/actions.ts';
import { openDepth, workspaceKeys } from '../../actions/view-actions.ts';
import { showToast } from '../../notices/toasts.ts';
import { contractMenu, missingReasons } from '../../panels/market/contract-menu.tsx';
import { panels } from '../../panels/registry.ts';
import { type Prices, whenLive } from '../../panels/sources/prices.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { shownKey } from '../../ui/keys.ts';
import { permittedCommands } from '../commands/commands.ts';
import { showLayout } from '../layouts/layout-actions.ts';
import { findContracts, matchesAll, wordsOf } from './contract-words.ts';
import { recentEntries } from './recent-entries.ts';

export interface PaletteEntry {
  readonly id: string;
  /** The contract that it is about, before the label. */
  readonly contract?: string;
  readonly label: string;
  readonly kind: 'Contract' | 'Panel' | 'Layout' | 'Command';
  /** Further words by which it is found. */
  readonly words?: string;
  readonly icon?: ReactNode;
  readonly keyName?: string | undefined;
  readonly disabledReason?: string | null | undefined;
  readonly run: () => void;
}

const maxEntries = 60;
const maxContracts = 12;

/** The typed words with the contracts that they find. Searching the market takes long: it is done once for each text. */
export interface PaletteSearch {
  readonly text: string;
  readonly typed: readonly string[];
  readonly found: ReturnType<typeof foundFor>;
  /** The contracts that the entries are about, whose prices they need. */
  readonly contracts: readonly string[];
}

export function searchPalette(text: string): PaletteSearch {
  const typed = wordsOf(text);
  const found = typed.length === 0 ? [] : foundFor(typed);
  const contracts =
    typed.length === 0 ? recentEntries().flatMap(contractOfEntry) : found.map(({ row }) => row.contract);
  return { text, typed, found, contracts };
}

/** `prices` are those of the contracts that were found. */
export function paletteEntries(
  { text, typed, found: contracts }: PaletteSearch,
  context: ActionContext,
  { isPhone, prices }: { readonly isPhone: boolean; readonly prices: PalettePrices },
): readonly PaletteEntry[] {
  const others = [...panelEntries(context), ...layoutEntries(isPhone), ...commandEntries(context, isPhone)];
  if (typed.length === 0) {
    const recent = recentEntries().flatMap(
      (id) => others.find((entry) => entry.id === id) ?? contractEntryOf(id, context, prices) ?? [],
    );
    const ids = new Set(recent.map(({ id }) => id));
    return [...recent, ...others.filter(({ id }) => !ids.has(id))].slice(0, maxEntries);
  }
  const found = others.filter(({ label, kind, words = '' }) =>
    matchesAll(wordsOf(`${label} ${kind} ${words}`), typed),
  );
  // What was typed out is first.
  const isNamed = ({ label }: PaletteEntry) => label.toLowerCase() === text.trim().toLowerCase();
  found.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return [...found, ...contractEntries(contracts, context, prices)].slice(0, maxEntries);
}

function foundFor(typed: readonly string[]) {
  const rows = contractStore.keys().flatMap((key) => contractStore.get(key) ?? []);
  const nameOf = (instrument: string) => dataSetStores.instruments.get(instrument)?.name ?? '';
  return findContracts(rows, typed, nameOf).slice(0, maxContracts);
}

type PalettePrices = Pick<Prices, 'get' | 'isLive'>;

function contractEntries(
  contracts: PaletteSearch['found'],
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
 * The menu of the contract, with its depth first; what the user may not do at all is left out. Until its prices are received it
 * offers none: an old one would look like the market.
 */
function entriesOfContract(
  contract: string,
  context: ActionContext,
  prices: PalettePrices,
): readonly PaletteEntry[] {
  const row = prices.get(contract);
  if (row === undefined) return [];
  const denied = deniedReasons(context.flags);
  return contractMenu(row, null, context)
    .filter(({ disabledReason }) => !denied.has(disabledReason ?? ''))
    .sort((a, b) => Number(b.id === openDepth.id) - Number(a.id === openDepth.id))
    .map((item) => ({
      ...item,
      ...(dealing.has(item.id) && !prices.isLive(contract) && withoutPrice(contract, item, context)),
      id: `${contract}: ${item.id}`,
      contract,
      kind: 'Contract' as const,
      words: dealing.has(item.id) ? 'order ticket' : '',
    }));
}

/** The entries that open the ticket at a price of the market. */
const dealing: ReadonlySet<string> = new Set(['take', 'hit', 'bid', 'offer', 'double']);

/** The entry without a price, which is not received yet: it opens the ticket as soon as it is. */
const withoutPrice = (
  contract: string,
  { id, label, disabledReason = null }: ActionMenuItem,
  context: ActionContext,
) => ({
  label: label.replace(/ at [^:…]+/, ''),
  disabledReason: missingReasons.has(disabledReason ?? '') ? null : disabledReason,
  run: () =>
    void whenLive(contract).then((row) => {
      const item = row === null ? undefined : contractMenu(row, null, context).find((one) => one.id === id);
      if (item === undefined)
        showToast({ type: 'warning', message: `The prices of ${contract} could not be loaded. Try again.` });
      else if (item.disabledReason) showToast({ type: 'warning', message: item.disabledReason });
      else item.run();
    }),
});

/** `DEC26 WMAZ: take` is about DEC26 WMAZ; other entries are about no contract. */
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

function deniedReasons(flags: PermissionFlags): ReadonlySet<string> {
  return new Set(
    registered.flatMap(({ permission }) => {
      const answer = permission === undefined ? true : may(permission, flags);
      return answer === true ? [] : [answer.reason];
    }),
  );
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
  permittedCommands(context.flags, isPhone).map(({ id, label, words, key, reason, run }) => ({
    id,
    label,
    kind: 'Command',
    ...(words !== undefined && { words }),
    ...(key !== undefined && { keyName: shownKey(workspaceKeys.keys[key]) }),
    disabledReason: reason?.(context) ?? null,
    run: () => run(context),
  }));
