// A Material dialog in the product's theme.
import MaterialDialog, { type DialogProps } from '@mui/material/Dialog';
import { MuiTheme } from './material-theme.tsx';

export function Dialog(props: DialogProps) {
  return (
    <MuiTheme>
      <MaterialDialog {...props} />
    </MuiTheme>
  );
}
