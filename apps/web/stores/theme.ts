// Light or dark theme: the user's choice in this browser, otherwise the setting of the operating system. The colours are in
// ui/tokens.css, so switching the theme rerenders nothing.
import { create } from 'zustand';
import { readStored, storageKeys, writeStored } from './browser-storage.ts';

export type Theme = 'light' | 'dark';
type ThemeChoice = Theme | 'system';

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
}

const prefersDark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');

export const useTheme = create<ThemeState>()(() => stateOf(choiceOf(readStored(storageKeys.theme))));

export function chooseTheme(choice: ThemeChoice): void {
  writeStored(storageKeys.theme, choice === 'system' ? null : choice);
  useTheme.setState(stateOf(choice));
}

/** Applies the theme to the page now and whenever it changes. */
export function applyTheme(): void {
  const show = () => {
    document.documentElement.dataset.theme = useTheme.getState().theme;
  };
  show();
  useTheme.subscribe(show);
  prefersDark?.addEventListener('change', () => useTheme.setState(({ choice }) => stateOf(choice)));
}

function stateOf(choice: ThemeChoice): ThemeState {
  if (choice !== 'system') return { choice, theme: choice };
  return { choice, theme: prefersDark?.matches ? 'dark' : 'light' };
}

function choiceOf(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system';
}
