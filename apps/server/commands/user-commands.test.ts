// The wire's table of user commands against the venue's own entries.
import { type CommandKind, commandEntries } from '@openpit/venue';
import { type UserCommandKind, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';

const kinds = Object.keys(userCommands) as UserCommandKind[];

/** Commands of users without an entry in the wire's table, and why. */
const withoutCall: Partial<Record<CommandKind, string>> = {
  setOwnMaxOrderQuantity: 'the server sends it when a user saves preferences',
  setOwnOrderGuards: 'the server sends it when a user saves preferences',
};

describe('the user commands of the wire', () => {
  it('are all commands of users in the venue, except those that the server sends for them', () => {
    const inVenue = Object.entries(commandEntries).filter(([, { by }]) => by === 'user');
    const expected = [...kinds, ...Object.keys(withoutCall)].sort();
    expect(inVenue.map(([kind]) => kind).sort()).toEqual(expected);
  });
});
