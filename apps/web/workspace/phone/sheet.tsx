// A sheet at the bottom of a phone's screen, over the panel. Escape, the button or a tap above it closes it.
import Drawer from '@mui/material/Drawer';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { MuiTheme } from '../../ui/material-theme.tsx';
import styles from './sheet.module.css';

export interface SheetProps {
  readonly title: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, onClose, children }: SheetProps) {
  const titleId = useId();
  return (
    <MuiTheme>
      <Drawer
        anchor="bottom"
        open
        onClose={onClose}
        transitionDuration={0}
        slotProps={{ paper: { className: styles.paper, role: 'dialog', 'aria-labelledby': titleId } }}
      >
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton size="large" label={closeLabel} icon={<CloseIcon />} onClick={onClose} />
        </header>
        {children}
      </Drawer>
    </MuiTheme>
  );
}
