// A menu at a cell or button. Items that may not be chosen stay reachable by keyboard and say why in a second line.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import styles from './action-menu.module.css';

export interface ActionMenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The key that does the same. */
  readonly keyName?: string | undefined;
  readonly tone?: 'buy' | 'sell';
  readonly disabledReason?: string | null;
  readonly run: () => void;
}

export interface ActionMenuProps {
  readonly label: string;
  readonly items: readonly ActionMenuItem[];
  /** Where the menu opens, in pixels of the window; null when it is closed. */
  readonly at: { readonly left: number; readonly top: number } | null;
  readonly onClose: () => void;
}

export function ActionMenu({ label, items, at, onClose }: ActionMenuProps) {
  return (
    <Menu
      open={at !== null}
      onClose={onClose}
      anchorReference="anchorPosition"
      {...(at === null ? {} : { anchorPosition: at })}
      slotProps={{ list: { 'aria-label': label, dense: true } }}
    >
      {items.map((item) => {
        const isDisabled = item.disabledReason !== null && item.disabledReason !== undefined;
        return (
          <MenuItem
            key={item.id}
            className={styles.item}
            data-tone={item.tone}
            aria-disabled={isDisabled || undefined}
            onClick={() => {
              if (isDisabled) return;
              onClose();
              item.run();
            }}
          >
            <span className={styles.icon}>{item.icon}</span>
            <span className={styles.label}>
              {item.label}
              {isDisabled && <span className={styles.reason}>{item.disabledReason}</span>}
            </span>
            {item.keyName !== undefined && (
              <span aria-hidden="true" className={styles.key}>
                {item.keyName}
              </span>
            )}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
