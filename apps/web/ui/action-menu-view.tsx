// The Material menu, loaded when the first one opens.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { flushSync } from 'react-dom';
import styles from './action-menu.module.css';
import { type ActionMenuItem, type ActionMenuProps, noPermission } from './action-menu.tsx';
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
              data-section={item.startsSection || undefined}
              {...(item.isChecked === undefined
                ? null
                : { role: 'menuitemcheckbox', 'aria-checked': item.isChecked })}
              aria-disabled={isDisabled || undefined}
              // A pointer that rests while keys move the focus must not take it back.
              onPointerMove={({ currentTarget }) => {
                if (document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
              }}
              onClick={() => {
                if (isDisabled) return;
                // Closed first, because a closing menu restores the focus, and would take it from the form that the item opens.
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
 * The reason why the item is disabled. A shared reason is visible only at the first item, but a screen reader reads it at each item. All
 * missing permissions count as one reason.
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
