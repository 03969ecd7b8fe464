// The button that says that the browser blocks the sound of deals, and allows it.
import { openDealSound, useDealSound } from '../../notices/deal-sound.ts';
import { IconButton } from '../../ui/button.tsx';
import { SoundBlockedIcon } from '../../ui/icons.tsx';

export function SoundNote({ size = 'medium' }: { readonly size?: 'medium' | 'large' }) {
  const state = useDealSound((sound) => sound.state);
  if (state !== 'blocked') return null;
  return (
    <IconButton
      size={size}
      icon={<SoundBlockedIcon />}
      label="The browser blocks the sound of deals: press to allow it"
      onClick={() => void openDealSound()}
    />
  );
}
