// The keys of the form that lists a strike.
import { keyTable } from '../../ui/keys.ts';

export const addStrikeKeys = keyTable('Add strike', {
  add: { press: ['Enter'], label: 'List the strike' },
  close: { press: ['Escape'], label: 'Close the form' },
});
