// The permissions of each user, for the server's checks and the preferences. The venue's own check of a command is decisive, because it
// uses the permissions at the command's sequence number.
import { amountText, lotsText, type PermissionFlag, permissionFlags } from '@openpit/venue';
import { noPermissions, type PermissionFlags } from '@openpit/wire';
import type { Changes, EventHandlers, Projection } from '../kernel/projection.ts';

export interface UserView {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  readonly flags: PermissionFlags;
  readonly ownMaxLots: number;
  readonly operatorMaxLots: number | null;
  /** The time that the user's orders may rest before they are suspended; 0 for no limit. */
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
  /** The dealer code of a user with own-only visibility; null for a user who sees all rows of the member. */
  readonly onlyDealer: string | null;
}

export class Rights implements Projection {
  readonly #users = new Map<string, UserView>();

  readonly on: EventHandlers = {
    userRegistered: ({ userId, member, dealer }, _origin, changes) => {
      this.#users.set(userId, {
        userId,
        member,
        dealer,
        flags: noPermissions(),
        ownMaxLots: 1,
        operatorMaxLots: null,
        timeOutSeconds: 0,
        suspendsOnDisconnect: false,
        onlyDealer: null,
      });
      changes.changeRightsOf(userId);
    },
    permissionsGranted: ({ userId, flags }, _origin, changes) => {
      this.#change(userId, changes, (user) => ({ flags: withFlags(user, flags, true) }));
    },
    permissionsRevoked: ({ userId, flags }, _origin, changes) => {
      this.#change(userId, changes, (user) => ({ flags: withFlags(user, flags, false) }));
    },
    orderQuantityLimited: ({ userId, ownMaxLots, operatorMaxLots }, _origin, changes) => {
      this.#change(userId, changes, () => ({ ownMaxLots, operatorMaxLots }));
    },
    orderGuardsSet: ({ userId, timeOutSeconds, suspendsOnDisconnect }, _origin, changes) => {
      this.#change(userId, changes, () => ({ timeOutSeconds, suspendsOnDisconnect }));
    },
    dealerScopeSet: ({ userId, scope }, _origin, changes) => {
      this.#change(userId, changes, ({ dealer }) => ({ onlyDealer: scope === 'own' ? dealer : null }));
    },
    tradingStopped: ({ member, dealer, reason }, _origin, changes) => {
      const message = `The operator has stopped your trading: ${reason}. Your orders are cancelled, and no new ones are accepted until the operator lets you trade again.`;
      for (const { userId } of this.#usersOf(member, dealer)) changes.notify({ userId, message });
    },
    deliveryDefaulted: ({ contract, lots, amount, short, long }, _origin, changes) => {
      const limit = `${lotsText(lots)} of ${contract}`;
      const penalty = amount === 0 ? '' : ` A penalty of R${amountText(amount)} moves between them.`;
      const notify = (member: string, message: string) => {
        // Dealers with own-only visibility see no positions.
        for (const { userId, onlyDealer } of this.#usersOf(member, null))
          if (onlyDealer === null) changes.notify({ userId, message: message + penalty });
      };
      notify(
        short.member,
        `${short.principal} has not delivered ${limit}. They were closed at the MTM with ${long.principal}.`,
      );
      notify(
        long.member,
        `${long.principal} has not received ${limit}: ${short.principal} did not deliver. They were closed at the MTM.`,
      );
    },
    tradingResumed: ({ member, dealer }, _origin, changes) => {
      // A dealer can be stopped with the member, individually, or both.
      const who = dealer === null ? `member ${member}` : `dealer ${member}/${dealer}`;
      const message = `The operator has ended the stop of ${who}.`;
      for (const { userId } of this.#usersOf(member, dealer)) changes.notify({ userId, message });
    },
  };

  of(userId: string): UserView | undefined {
    return this.#users.get(userId);
  }

  all(): readonly UserView[] {
    return [...this.#users.values()];
  }

  save(): readonly UserView[] {
    return this.all();
  }

  load(users: readonly UserView[]): void {
    this.#users.clear();
    for (const user of users) this.#users.set(user.userId, user);
  }

  #usersOf(member: string, dealer: string | null): UserView[] {
    return this.all().filter((user) => user.member === member && (dealer === null || user.dealer === dealer));
  }

  #change(userId: string, changes: Changes, change: (user: UserView) => Partial<UserView>): void {
    const user = this.#users.get(userId);
    if (user === undefined) return;
    this.#users.set(userId, { ...user, ...change(user) });
    changes.changeRightsOf(userId);
  }
}

function withFlags(
  { flags }: UserView,
  changed: readonly PermissionFlag[],
  isGranted: boolean,
): Record<PermissionFlag, boolean> {
  const all: Record<PermissionFlag, boolean> = { ...flags };
  for (const flag of permissionFlags) if (changed.includes(flag)) all[flag] = isGranted;
  return all;
}
