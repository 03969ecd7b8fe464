// The keys of the command palette.
import { keyTable } from '../../ui/keys.ts';

export const paletteKeys = keyTable('Command palette', {
  next: { press: ['ArrowDown'], label: 'Next entry' },
  previous: { press: ['ArrowUp'], label: 'Previous entry' },
  pageDown: { press: ['PageDown'], label: 'Ten entries on' },
  pageUp: { press: ['PageUp'], label: 'Ten entries back' },
  run: { press: ['Enter'], label: 'Do it' },
});
