// The Material menu, loaded when the first one opens.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { flushSync } from 'react-dom';
import styles from './action-menu.module.css';
import type { ActionMenuProps } from './action-menu.tsx';
import { CheckIcon } from './icons.tsx';
import { MuiTheme } from './material-theme.tsx';

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
                // The menu returns the focus first: otherwise it would take the focus from what the item opens.
                flushSync(onClose);
                item.run();
              }}
            >
              <span className={styles.icon}>{item.isChecked === true ? <CheckIcon /> : item.icon}</span>
              <span className={styles.label}>
                {item.label}
                {/* One reason for several items is seen once, at the first; each item still says it to a screen reader. */}
                {isDisabled && (
                  <span
                    className={
                      item.disabledReason === items[index - 1]?.disabledReason
                        ? 'visually-hidden'
                        : styles.reason
                    }
                  >
                    {item.disabledReason}
                  </span>
                )}
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
