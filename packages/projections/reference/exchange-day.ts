// The state of the exchange day: the phase of each group of contracts, the halts, and the last executed step of the schedule. Clocks show
// it, and the schedule continues from it.
import { type ContractGroup, contractGroups, type Phase, type PhaseChange } from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

export interface PhaseOfGroup {
  readonly group: ContractGroup;
  readonly phase: Phase;
  /** The time when the phase was due, or when the operator began it; null if the phase has not changed since the market was opened. */
  readonly since: number | null;
  readonly next: PhaseChange | null;
  readonly opensAt: number | null;
}

export interface Halt {
  readonly instrument: string;
  readonly reason: string;
  readonly since: number;
}

interface SavedExchangeDay {
  readonly groups: readonly PhaseOfGroup[];
  readonly halted: readonly Halt[];
  readonly openedAt: number | null;
  readonly keptUntil: number | null;
  readonly endedByOperatorAt: number | null;
}

export class ExchangeDay implements Projection {
  readonly #groups = new Map<ContractGroup, PhaseOfGroup>();
  readonly #halted = new Map<string, Halt>();
  #openedAt: number | null = null;
  #keptUntil: number | null = null;
  #endedByOperatorAt: number | null = null;

  readonly on: EventHandlers = {
    marketOpened: (_event, { at }) => {
      this.#openedAt = at;
    },
    phaseBegan: ({ groups, phase, next, opensAt, dueAt }, { at }) => {
      for (const group of groups)
        this.#groups.set(group, { group, phase, since: dueAt ?? at, next, opensAt });
      this.#keep(dueAt);
    },
    instrumentHalted: ({ instrument, reason }, { at }) => {
      this.#halted.set(instrument, { instrument, reason, since: at });
    },
    instrumentResumed: ({ instrument }) => {
      this.#halted.delete(instrument);
    },
    dayEnded: ({ dueAt }, { at }) => {
      if (dueAt === null) this.#endedByOperatorAt = at;
      this.#keep(dueAt);
    },
  };

  groups(): PhaseOfGroup[] {
    const open = { phase: 'continuous', since: null, next: null, opensAt: null } as const;
    return contractGroups.map((group) => this.#groups.get(group) ?? { group, ...open });
  }

  halted(): readonly Halt[] {
    return [...this.#halted.values()];
  }

  readonly isHalted = (instrument: string): boolean => this.#halted.has(instrument);

  /** When the market was opened; null before. */
  get openedAt(): number | null {
    return this.#openedAt;
  }

  /** The time up to which the schedule has been executed; null before its first step. */
  get keptUntil(): number | null {
    return this.#keptUntil;
  }

  /** When the operator last ended a business day ahead of the schedule. */
  get endedByOperatorAt(): number | null {
    return this.#endedByOperatorAt;
  }

  save(): SavedExchangeDay {
    return {
      groups: [...this.#groups.values()],
      halted: [...this.#halted.values()],
      openedAt: this.#openedAt,
      keptUntil: this.#keptUntil,
      endedByOperatorAt: this.#endedByOperatorAt,
    };
  }

  load({ groups, halted, openedAt, keptUntil, endedByOperatorAt }: SavedExchangeDay): void {
    this.#groups.clear();
    this.#halted.clear();
    for (const groupPhase of groups) this.#groups.set(groupPhase.group, groupPhase);
    for (const halt of halted) this.#halted.set(halt.instrument, halt);
    this.#openedAt = openedAt;
    this.#keptUntil = keptUntil;
    this.#endedByOperatorAt = endedByOperatorAt;
  }

  #keep(dueAt: number | null): void {
    if (dueAt !== null) this.#keptUntil = Math.max(this.#keptUntil ?? 0, dueAt);
  }
}
