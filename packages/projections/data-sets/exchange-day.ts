// Where the exchange day stands, for clocks and for the schedule that goes on from there: the phase of each group of contracts,
// what is halted, and until when the schedule has been kept.
import {
  type ContractGroup,
  contractGroups,
  type EventOrigin,
  type Phase,
  type PhaseChange,
  type VenueEvent,
} from '@openpit/venue';

export interface GroupPhase {
  readonly group: ContractGroup;
  readonly phase: Phase;
  /** When it was due, or when the operator began it; null: since the market was opened. */
  readonly since: number | null;
  readonly next: PhaseChange | null;
  readonly opensAt: number | null;
}

export interface Halt {
  readonly instrument: string;
  readonly reason: string;
  readonly since: number;
}

export interface SavedExchangeDay {
  readonly groups: readonly GroupPhase[];
  readonly halted: readonly Halt[];
  readonly openedAt: number | null;
  readonly keptUntil: number | null;
  readonly endedByHandAt: number | null;
}

export class ExchangeDay {
  readonly #groups = new Map<ContractGroup, GroupPhase>();
  readonly #halted = new Map<string, Halt>();
  #openedAt: number | null = null;
  #keptUntil: number | null = null;
  #endedByHandAt: number | null = null;

  apply(event: VenueEvent, { at }: EventOrigin): void {
    switch (event.kind) {
      case 'marketOpened':
        this.#openedAt = at;
        break;
      case 'phaseBegan': {
        const { phase, next, opensAt } = event;
        const since = event.dueAt ?? at;
        for (const group of event.groups) this.#groups.set(group, { group, phase, since, next, opensAt });
        this.#keep(event.dueAt);
        break;
      }
      case 'instrumentHalted':
        this.#halted.set(event.instrument, {
          instrument: event.instrument,
          reason: event.reason,
          since: at,
        });
        break;
      case 'instrumentResumed':
        this.#halted.delete(event.instrument);
        break;
      case 'dayEnded':
        if (event.dueAt === null) this.#endedByHandAt = at;
        this.#keep(event.dueAt);
        break;
      default:
    }
  }

  groups(): GroupPhase[] {
    const open = { phase: 'continuous', since: null, next: null, opensAt: null } as const;
    return contractGroups.map((group) => this.#groups.get(group) ?? { group, ...open });
  }

  halted(): readonly Halt[] {
    return [...this.#halted.values()];
  }

  /** When the market was opened; null before. */
  get openedAt(): number | null {
    return this.#openedAt;
  }

  /** The time of the schedule up to which all has been done; null when it has done nothing yet. */
  get keptUntil(): number | null {
    return this.#keptUntil;
  }

  /** When the operator last ended a business day, before the schedule could. */
  get endedByHandAt(): number | null {
    return this.#endedByHandAt;
  }

  save(): SavedExchangeDay {
    return {
      groups: [...this.#groups.values()],
      halted: [...this.#halted.values()],
      openedAt: this.#openedAt,
      keptUntil: this.#keptUntil,
      endedByHandAt: this.#endedByHandAt,
    };
  }

  load({ groups, halted, openedAt, keptUntil, endedByHandAt }: SavedExchangeDay): void {
    this.#groups.clear();
    this.#halted.clear();
    for (const one of groups) this.#groups.set(one.group, one);
    for (const halt of halted) this.#halted.set(halt.instrument, halt);
    this.#openedAt = openedAt;
    this.#keptUntil = keptUntil;
    this.#endedByHandAt = endedByHandAt;
  }

  #keep(dueAt: number | null): void {
    if (dueAt !== null) this.#keptUntil = Math.max(this.#keptUntil ?? 0, dueAt);
  }
}
