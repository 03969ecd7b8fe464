// What the command palette offers for the typed words: what the menu of a contract offers for the contracts that match, the
// panels of the registry, the saved layouts and the commands; without typed words, what was chosen last and then the commands.
import type { PermissionFlags } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { registered } from '../../actions/actions.ts';
import { may } from '../../actions/may.ts';
import { openDepth } from '../../actions/open-depth.ts';
import { workspaceKeys } from '../../actions/workspace-keys.ts';
import { contractMenu } from '../../panels/market/contract-menu.tsx';
import { panels } from '../../panels/registry.tsx';
import { useLayouts } from '../../stores/layouts.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
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

export function paletteEntries(
  text: string,
  context: ActionContext,
  isPhone: boolean,
): readonly PaletteEntry[] {
  const typed = wordsOf(text);
  const others = [...panelEntries(context), ...layoutEntries(isPhone), ...commandEntries(context, isPhone)];
  if (typed.length === 0) {
    const recent = recentEntries().flatMap(
      (id) => others.find((entry) => entry.id === id) ?? contractEntryOf(id, context) ?? [],
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
  return [...found, ...contractsFor(typed, context)].slice(0, maxEntries);
}

function contractsFor(typed: readonly string[], context: ActionContext): readonly PaletteEntry[] {
  const rows = marketStore.keys().flatMap((key) => marketStore.get(key) ?? []);
  const nameOf = (instrument: string) => dataSetStores.instruments.get(instrument)?.name ?? '';
  return findContracts(rows, typed, nameOf)
    .slice(0, maxContracts)
    .flatMap(({ row, rest }) =>
      entriesOfContract(row.contract, context).filter(({ label, words = '' }) =>
        matchesAll(wordsOf(`${label} ${words}`), rest),
      ),
    );
}

/** The menu of the contract, with its depth first; what the user may not do at all is left out. */
function entriesOfContract(contract: string, context: ActionContext): readonly PaletteEntry[] {
  const row = marketStore.get(contract);
  if (row === undefined) return [];
  const denied = deniedReasons(context.flags);
  return contractMenu(row, null, context)
    .filter(({ disabledReason }) => !denied.has(disabledReason ?? ''))
    .sort((a, b) => Number(b.id === openDepth.id) - Number(a.id === openDepth.id))
    .map((item) => ({
      ...item,
      id: `${contract}: ${item.id}`,
      contract,
      kind: 'Contract' as const,
      words: ['take', 'hit', 'bid', 'offer', 'double'].includes(item.id) ? 'order ticket' : '',
    }));
}

function contractEntryOf(id: string, context: ActionContext): PaletteEntry | undefined {
  const [contract = ''] = id.split(': ');
  return entriesOfContract(contract, context).find((entry) => entry.id === id);
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
