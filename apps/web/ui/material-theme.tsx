// The theme of the Material components of the Trading screen (menus, dialogs, sheets), made of the CSS variables of
// tokens.css, so that light and dark change without a render. Each component applies it by itself, so that Material is loaded
// only when the first of them opens.
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { overlaysId } from './overlays.ts';

const theme = createTheme({
  cssVariables: { nativeColor: true },
  palette: {
    primary: { main: 'var(--primary)', contrastText: 'var(--on-primary)' },
    background: { default: 'var(--background)', paper: 'var(--surface)' },
    text: { primary: 'var(--text)', secondary: 'var(--text-second)' },
    divider: 'var(--line)',
  },
  typography: { fontFamily: 'var(--font)', fontSize: 13, button: { textTransform: 'none' } },
  shape: { borderRadius: 6 },
  transitions: { create: () => 'none' },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none', border: '1px solid var(--line)', boxShadow: 'var(--shadow)' },
      },
    },
    MuiMenu: {
      defaultProps: {
        transitionDuration: 0,
        container: () => document.getElementById(overlaysId) ?? document.body,
      },
      // Above a toast, which would cover the items of a menu that opens at the bottom right.
      styleOverrides: { root: { zIndex: 1600 } },
    },
    MuiDialog: { defaultProps: { transitionDuration: 0 } },
  },
});

export function MuiTheme({ children }: { readonly children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}
