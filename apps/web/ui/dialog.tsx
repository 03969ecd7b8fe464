// A Material dialog in the product's theme. The browser's Back closes it as Escape does.
import MaterialDialog, { type DialogProps } from '@mui/material/Dialog';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { IconButton } from './button.tsx';
import styles from './headed-dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { MuiTheme } from './material-theme.tsx';

export function Dialog(props: DialogProps) {
  useBackCloses(() => props.onClose?.({}, 'escapeKeyDown'));
  return (
    <MuiTheme>
      <MaterialDialog {...props} />
    </MuiTheme>
  );
}

// A dialog with a header above its contents: the title, a note, buttons, and one that closes it.

interface HeadedDialogProps {
  readonly title: string;
  /** The id of the title, which may label the contents, too. */
  readonly titleId: string;
  /** In the header, after the title; not seen on a narrow screen. */
  readonly note?: string;
  readonly buttons?: ReactNode;
  readonly closeLabel: string;
  readonly closeHasFocus?: boolean;
  /** Of the dialog: its size. */
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function HeadedDialog({
  title,
  titleId,
  note = '',
  buttons,
  closeLabel,
  closeHasFocus = false,
  className,
  onClose,
  children,
}: HeadedDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { className: `${styles.paper} ${className}` } }}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={styles.note}>{note}</span>
        {buttons}
        <IconButton
          label={closeLabel}
          keyName="Esc"
          icon={<CloseIcon />}
          onClick={onClose}
          autoFocus={closeHasFocus}
        />
      </header>
      {children}
    </Dialog>
  );
}
