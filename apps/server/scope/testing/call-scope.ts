// The description of an HTTP call for the scope tests: who sees or acts through it, on which items, and how an item of another dealer is
// named.
import type { PermissionFlag } from '@openpit/wire';
import type { Fields, ScopeFixture } from './fixture.ts';
import type { Person } from './people.ts';

/** A POST when there is a body. */
export interface CallRequest {
  readonly path: string;
  readonly body?: object;
}

/**
 * Acts on something that the fields name. For anyone who may not, it is rejected like something that does not exist, and
 * nothing changes.
 */
export interface ActScope {
  readonly scope: 'acts';
  /** Makes something of this person's; returns the fields that name it, with the other fields of the call. */
  readonly make: (fixture: ScopeFixture, owner: Person) => Promise<Fields> | Fields;
  /** The fields of `make`, naming something that does not exist. */
  readonly none: Fields | ((made: Fields) => Fields);
  /**
   * The users who may act: `dealer`, the users who see the owner's orders; `member`, any dealer of the member, for things without a dealer;
   * `accounts`, the same without dealers with own-only visibility; `account`, the owner only.
   */
  readonly by: 'dealer' | 'member' | 'accounts' | 'account';
  /** Another member that knows the item by the same number, so that its reason may be stated there. */
  readonly sharedWith?: string;
  readonly asQuery?: true;
}

export type ReadScope =
  /** A call with the same reply for anyone, signed in or not. */
  | {
      readonly scope: 'anybody';
      /** By the number of the caller, if one caller could use up the budget of the others. */
      readonly request: (caller: number) => CallRequest;
    }
  /** A call with the same reply for all signed-in users. The reply names no member, unless the call is about members. */
  | { readonly scope: 'everyone'; readonly request: CallRequest; readonly namesMembers?: true }
  /** A call that returns only items of the caller. */
  | {
      readonly scope: 'own';
      readonly request: (fixture: ScopeFixture, person: Person) => Promise<CallRequest> | CallRequest;
      /** The owners of the rows in a reply; by default found through references. */
      readonly ownersIn?: (body: unknown, person: Person) => string[];
      /**
       * The items of: `orders`, the users whose orders the caller sees; `account`, the caller; `member`, the caller's member; `accounts`,
       * the caller's member, but none for a dealer with own-only visibility.
       */
      readonly of: 'orders' | 'account' | 'member' | 'accounts';
      /** Whether a dealer with own-only visibility gets 403. */
      readonly forbidsOwnOnly?: true;
    }
  | ActScope
  /** The holdings of an account of the caller's member: hidden from dealers of other members, or with own-only visibility. */
  | {
      readonly scope: 'account';
      readonly body: (principal: string) => object;
      readonly flag: PermissionFlag;
    }
  /** Acts on how the caller is signed in; no field names an owner. */
  | { readonly scope: 'ownSession' };

export type CommandScope =
  | ActScope
  /** A call for anyone with the permission, about the whole market. */
  | { readonly scope: 'permitted'; readonly fields: Fields };
