// Today's instructions to abandon options, for the dealers who sent them. Positions show them too, but dealers with own-only visibility
// see them only here.
import type { Abandonment } from '@openpit/wire';
import type { Viewer } from '../kernel/audience.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

interface Standing extends Abandonment {
  readonly positionSeq: number;
  readonly member: string;
  /** The lots of the instruction. A dealer with own-only visibility does not learn whether the account still holds them. */
  readonly given: number;
}

export class Abandonments implements Projection {
  /** By position. */
  readonly #standing = new Map<number, Standing>();

  readonly on: EventHandlers = {
    optionAbandoned: ({ positionSeq, member, contract, principal, subAccount, lots, dealer }) => {
      if (lots === 0) this.#standing.delete(positionSeq);
      else {
        const account = { member, contract, principal, subAccount, dealer };
        this.#standing.set(positionSeq, { positionSeq, ...account, lots, given: lots });
      }
    },
    // Most events concern positions without abandoned lots.
    positionChanged: ({ positionSeq, abandoned = 0 }) => {
      const standing = this.#standing.size === 0 ? undefined : this.#standing.get(positionSeq);
      if (standing !== undefined && standing.lots !== abandoned)
        this.#standing.set(positionSeq, { ...standing, lots: abandoned });
    },
    dayEnded: () => this.#standing.clear(),
  };

  /** The member's abandonments with lots left. A dealer with own-only visibility sees only the dealer's own instructions, all of them. */
  of({ member, onlyDealer = null }: Viewer): Abandonment[] {
    return [...this.#standing.values()]
      .filter(
        (standing) =>
          standing.member === member &&
          (onlyDealer === null ? standing.lots > 0 : standing.dealer === onlyDealer),
      )
      .map(({ contract, principal, subAccount, dealer, lots, given: instructedLots }) => ({
        contract,
        principal,
        subAccount,
        dealer,
        lots: onlyDealer === null ? lots : instructedLots,
      }));
  }

  save(): readonly Standing[] {
    return [...this.#standing.values()];
  }

  /** State that was saved before these were kept has none. */
  load(saved: readonly Standing[] = []): void {
    this.#standing.clear();
    for (const standing of saved) this.#standing.set(standing.positionSeq, standing);
  }
}
