// The switch between light and dark, which this browser remembers.
import { chooseTheme, useTheme } from '../stores/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { MoonIcon, SunIcon } from '../ui/icons.tsx';

export function ThemeSwitch({ size = 'medium' }: { readonly size?: 'medium' | 'large' }) {
  const theme = useTheme((state) => state.theme);
  const isDark = theme === 'dark';
  return (
    <IconButton
      size={size}
      label={isDark ? 'Change to light' : 'Change to dark'}
      icon={isDark ? <SunIcon /> : <MoonIcon />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}
