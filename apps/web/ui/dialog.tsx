// A Material dialog in the product's theme. The browser's Back closes it as Escape does.
import MaterialDialog, { type DialogProps } from '@mui/material/Dialog';
import { useBackCloses } from './back-closes.ts';
import { MuiTheme } from './material-theme.tsx';

export function Dialog(props: DialogProps) {
  useBackCloses(() => props.onClose?.({}, 'escapeKeyDown'));
  return (
    <MuiTheme>
      <MaterialDialog {...props} />
    </MuiTheme>
  );
}
