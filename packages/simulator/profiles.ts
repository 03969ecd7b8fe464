// Levels of activity of the simulated market: `--market quiet|lively|storm`.

export interface MarketProfile {
  /** Mean time between two steps in a calm period, in milliseconds. */
  readonly calmStepMs: number;
  /** How much faster steps are in a burst, as a factor; its moves are wider by the square root of the factor. */
  readonly burstFactor: number;
  readonly meanCalmMs: number;
  readonly meanBurstMs: number;
  /** Steps that may wait for their outcomes at the same time. */
  readonly lanes: number;
  /** Shares of the steps of hedger and speculator; the others are the market maker's. */
  readonly hedging: number;
  readonly speculating: number;
  /** Time between two steps of the option writer; each corrects one quote at most. */
  readonly writingMs: number;
  /** Half the width of its quotes: of an option or a delta as a share of the value, of a pair in ticks. */
  readonly writing: { readonly halfShare: number; readonly halfTicks: number };
  /** Share of its steps that are followed by a speculator who deals at one of its quotes. */
  readonly taking: number;
  /** Time between two steps of each trader with resting orders; each step sends one command. */
  readonly restingMs: number;
  /** Time between two steps of each participant in deliveries; each step sends one command at most. */
  readonly deliveringMs: number;
}

export const profiles = {
  quiet: {
    calmStepMs: 2_500,
    burstFactor: 3,
    meanCalmMs: 60_000,
    meanBurstMs: 8_000,
    lanes: 1,
    hedging: 0.05,
    speculating: 0.08,
    writingMs: 5_000,
    writing: { halfShare: 0.025, halfTicks: 6 },
    taking: 0.04,
    restingMs: 12_000,
    deliveringMs: 60_000,
  },
  lively: {
    calmStepMs: 800,
    burstFactor: 4,
    meanCalmMs: 25_000,
    meanBurstMs: 6_000,
    lanes: 1,
    hedging: 0.12,
    speculating: 0.2,
    writingMs: 2_000,
    writing: { halfShare: 0.02, halfTicks: 4 },
    taking: 0.06,
    restingMs: 4_000,
    deliveringMs: 20_000,
  },
  storm: {
    calmStepMs: 4,
    burstFactor: 2,
    meanCalmMs: 5_000,
    meanBurstMs: 5_000,
    lanes: 16,
    hedging: 0.05,
    speculating: 0.1,
    writingMs: 100,
    writing: { halfShare: 0.015, halfTicks: 3 },
    taking: 0.03,
    restingMs: 100,
    deliveringMs: 5_000,
  },
} as const satisfies Readonly<Record<string, MarketProfile>>;

export type MarketName = keyof typeof profiles;
