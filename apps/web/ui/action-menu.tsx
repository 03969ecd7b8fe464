// A menu at a cell or button. Disabled items stay reachable by keyboard and show the reason in a second line.
import type { ReactNode } from 'react';
import { loadedOnDemand, OnDemand } from './on-demand.tsx';

const ActionMenuView = loadedOnDemand(() =>
  import('./action-menu-view.tsx').then((module) => module.ActionMenuView),
);
/** Fetches the code of menus before the first of them opens. */
export const loadActionMenu = ActionMenuView.load;

/** The reason why an item is disabled, as a sentence; null or omitted for an enabled item. */
export interface Denial {
  readonly disabledReason?: string | null;
  /** The forbidden action, as a phrase, if a missing permission is the reason. The menu shows it once for all items. */
  readonly lacks?: string;
}

export interface ActionMenuItem extends Denial {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The key with the same effect. */
  readonly keyName?: string | undefined;
  readonly tone?: 'buy' | 'sell';
  /** True if the switch of an item is on. */
  readonly isChecked?: boolean;
  /** Starts a new section of the menu. */
  readonly startsSection?: boolean;
  readonly run: () => void;
}

/** A point in pixels of the window. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
}

/** The place of a menu below the button that opens it. */
export function placeBelow(button: Element): MenuPlace {
  const { left, bottom } = button.getBoundingClientRect();
  return { left, top: bottom };
}

export interface ActionMenuProps {
  readonly label: string;
  readonly items: readonly ActionMenuItem[];
  /** The place where the menu opens; null while it is closed. */
  readonly at: MenuPlace | null;
  readonly onClose: () => void;
}

export function ActionMenu(props: ActionMenuProps) {
  if (props.at === null) return null;
  return (
    <OnDemand onEscape={props.onClose}>
      <ActionMenuView {...props} />
    </OnDemand>
  );
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * One sentence with the missing permissions of all disabled items. `lacks` are phrases that follow "may not", such as "enter orders";
 * each is named once.
 */
export const noPermission = (lacks: readonly string[]): string =>
  `No permission: your account may not ${alternatives.format(new Set(lacks))}. Ask your operator to allow it.`;
