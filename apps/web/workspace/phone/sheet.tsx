// A sheet at the bottom of a phone's screen, above the panel. Escape, the button, Back or a tap above the sheet closes it. Toasts
// appear above the sheet, so that they never cover its buttons.
import Drawer from '@mui/material/Drawer';
import { type ReactNode, useCallback, useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { MuiTheme, useBackCloses } from '../../ui/dialog.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  readonly title: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Handles Back and a tap above the sheet; defaults to `onClose`. */
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, onClose, onLeave = onClose, children }: SheetProps) {
  useBackCloses(onLeave);
  const titleId = useId();
  const raiseToasts = useCallback((paper: HTMLElement | null) => {
    if (paper === null) return;
    const { style } = document.documentElement;
    const below = style.getPropertyValue('--toast-bottom');
    const observer = new ResizeObserver(() =>
      style.setProperty('--toast-bottom', `${paper.offsetHeight + 8}px`),
    );
    observer.observe(paper);
    return () => {
      observer.disconnect();
      style.setProperty('--toast-bottom', below);
    };
  }, []);
  return (
    <MuiTheme>
      <Drawer
        anchor="bottom"
        open
        onClose={(_event, reason) => (reason === 'backdropClick' ? onLeave() : onClose())}
        transitionDuration={0}
        slotProps={{
          paper: { ref: raiseToasts, className: styles.paper, role: 'dialog', 'aria-labelledby': titleId },
        }}
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
