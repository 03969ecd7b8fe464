// What each user may do, as the gate and the preferences show it. The venue has the last word at its own sequence number.
import type { VenueEvent } from '@openpit/venue';
import { noPermissions, type PermissionFlag, type PermissionFlags, permissionFlags } from '@openpit/wire';

export interface UserView {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  readonly flags: PermissionFlags;
  readonly ownMaxLots: number;
  readonly operatorMaxLots: number | null;
  /** After so long his orders are suspended; 0 for never. */
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
  /** The dealer that he is, where he is kept to his own; null where he sees his member's. */
  readonly onlyDealer: string | null;
}

export class Rights {
  readonly #users = new Map<string, UserView>();

  /** Folds one event in; returns the user whose rights it changed, or null. */
  apply(event: VenueEvent): string | null {
    switch (event.kind) {
      case 'userRegistered': {
        const { userId, member, dealer } = event;
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
        return userId;
      }
      case 'permissionsGranted':
      case 'permissionsRevoked': {
        const user = this.#users.get(event.userId);
        if (user === undefined) return null;
        const flags: Record<PermissionFlag, boolean> = { ...user.flags };
        for (const flag of permissionFlags)
          if (event.flags.includes(flag)) flags[flag] = event.kind === 'permissionsGranted';
        this.#users.set(event.userId, { ...user, flags });
        return event.userId;
      }
      case 'orderQuantityLimited': {
        const user = this.#users.get(event.userId);
        if (user === undefined) return null;
        const { ownMaxLots, operatorMaxLots } = event;
        this.#users.set(event.userId, { ...user, ownMaxLots, operatorMaxLots });
        return event.userId;
      }
      case 'orderGuardsSet': {
        const user = this.#users.get(event.userId);
        if (user === undefined) return null;
        const { timeOutSeconds, suspendsOnDisconnect } = event;
        this.#users.set(event.userId, { ...user, timeOutSeconds, suspendsOnDisconnect });
        return event.userId;
      }
      case 'dealerScopeSet': {
        const user = this.#users.get(event.userId);
        if (user === undefined) return null;
        this.#users.set(event.userId, { ...user, onlyDealer: event.scope === 'own' ? user.dealer : null });
        return event.userId;
      }
      default:
        return null;
    }
  }

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
}
