// The Material menu, loaded when the first one opens.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { flushSync } from 'react-dom';
import styles from './action-menu.module.css';
import type { ActionMenuItem, ActionMenuProps } from './action-menu.tsx';
import { noPermission } from './action-menu.tsx';
import { MuiTheme } from './dialog.tsx';
import { CheckIcon } from './icons.tsx';

export function ActionMenuView({ label, items, at, onClose }: ActionMenuProps) {
  return (
    <MuiTheme>
      <Menu
        open={at !== null}
        onClose={onClose}
        anchorReference="anchorPosition"
        {...(at === null ? {} : { anchorPosition: at })}
        slotProps={{ list: { 'aria-label': label, dense: true } }}
      >
        {items.map((item, index) => {
          const isDisabled = item.disabledReason !== null && item.disabledReason !== undefined;
          return (
            <MenuItem
              key={item.id}
              className={styles.item}
              data-tone={item.tone}
              data-part={item.startsPart || undefined}
              {...(item.isChecked === undefined
                ? null
                : { role: 'menuitemcheckbox', 'aria-checked': item.isChecked })}
              aria-disabled={isDisabled || undefined}
              onClick={() => {
                if (isDisabled) return;
                // The menu returns the focus first: otherwise it would take the focus from the form that the item opens.
                flushSync(onClose);
                item.run();
              }}
            >
              <span className={styles.icon}>{item.isChecked === true ? <CheckIcon /> : item.icon}</span>
              <span className={styles.label}>
                {item.label}
                {isDisabled && <Reason items={items} index={index} />}
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
    </MuiTheme>
  );
}

/**
 * Why the item is disabled. A reason that several items share is visible once, at the first; a screen reader still reads each item's
 * reason. All missing permissions are one reason.
 */
function Reason({ items, index }: { readonly items: readonly ActionMenuItem[]; readonly index: number }) {
  const { disabledReason, lacks } = items[index] ?? {};
  if (lacks !== undefined) {
    const isFirst = items.findIndex((item) => item.lacks !== undefined) === index;
    if (!isFirst) return <span className="visually-hidden">{disabledReason}</span>;
    return <span className={styles.reason}>{noPermission(items.flatMap((item) => item.lacks ?? []))}</span>;
  }
  const isRepeated = disabledReason === items[index - 1]?.disabledReason;
  return <span className={isRepeated ? 'visually-hidden' : styles.reason}>{disabledReason}</span>;
}
