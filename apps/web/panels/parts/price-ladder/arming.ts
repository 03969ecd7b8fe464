// The arming of a price ladder: while armed, a click sends an order (one-click dealing). The user arms the ladder for one contract. The
// ladder is disarmed when the user does not use it, or when anything changes that the user relied on. Every click asks `isArmed`, which
// checks all of this again: a click never depends on a timer or an event that has not arrived yet.

import type { MarketRow, PhasesReply } from '@openpit/wire';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import { instrumentsOf } from '../../../market/contract-terms.ts';
import { depthNow } from '../../../market/depth.ts';
import { showToast } from '../../../notices/toasts.ts';
import { useConnection } from '../../../stores/connection.ts';
import { currentFeed } from '../../../stores/feed.ts';
import { useLayouts } from '../../../stores/layouts.ts';
import { joinStops } from '../../../ui/signal.ts';

export type DisarmReason =
  | 'user'
  | 'idle'
  | 'feed'
  | 'depth'
  | 'blur'
  | 'phase'
  | 'contract'
  | 'layout'
  | 'frozen'
  | 'permission'
  | 'closed';

/** The state that an armed ladder relies on. */
export interface ArmingConditions {
  readonly contract: string;
  /** Identifies the layout on screen. */
  readonly layout: string;
  /** Identifies the phase of the contract's instrument; null while it is not known. */
  readonly phase: string | null;
  readonly isLive: boolean;
  readonly isDepthReceived: boolean;
  readonly isFrozen: boolean;
  /** The reason why the user may not enter orders, as a sentence; null if that is permitted. */
  readonly denied: string | null;
}

export interface ArmingState {
  readonly isArmed: boolean;
  /** The reason why the ladder was disarmed last; null before it was armed, and while it is. */
  readonly reason: DisarmReason | null;
}

export interface Arming {
  /** Arms the ladder, unless something is against it: then it returns the reason as a sentence. */
  arm(): string | null;
  disarm(reason: DisarmReason): void;
  /** True if a click sends an order now. Disarms the ladder if a click may not send. */
  isArmed(): boolean;
  /** The user has pointed, scrolled or pressed a key in the ladder: the idle time begins again. */
  used(): void;
  /** Milliseconds until it disarms without a click; 0 while it is not armed. */
  leftMs(): number;
  /** The same object until it changes. */
  state(): ArmingState;
  onChange(listener: () => void): () => void;
}

interface ArmingOptions {
  readonly surroundings: () => ArmingConditions;
  readonly idleMs: () => number;
  readonly now?: () => number;
}

export function createArming({ surroundings, idleMs, now = Date.now }: ArmingOptions): Arming {
  const { getState, setState, subscribe } = createStore<ArmingState>()(() => ({
    isArmed: false,
    reason: null,
  }));
  let armedIn: ArmingConditions | null = null;
  let usedAt = 0;

  function disarm(reason: DisarmReason): void {
    if (armedIn === null) return;
    armedIn = null;
    setState({ isArmed: false, reason });
  }

  const leftMs = () => (armedIn === null ? 0 : Math.max(0, usedAt + idleMs() - now()));

  function isArmed(): boolean {
    if (armedIn === null) return false;
    const around = surroundings();
    const reason = leftMs() === 0 ? 'idle' : whatChanged(armedIn, around);
    if (reason !== null) disarm(reason);
    // A phase that was not known when the ladder was armed.
    else if (armedIn.phase === null) armedIn = around;
    return reason === null;
  }

  return {
    arm() {
      const around = surroundings();
      const against = reasonAgainstArming(around);
      if (against !== null) return against;
      armedIn = around;
      usedAt = now();
      setState({ isArmed: true, reason: null });
      return null;
    },
    disarm,
    isArmed,
    used() {
      if (isArmed()) usedAt = now();
    },
    leftMs,
    state: getState,
    onChange: subscribe,
  };
}

/** The reason why the ladder cannot be armed, as a sentence; null if it can. */
export function reasonAgainstArming(conditions: ArmingConditions): string | null {
  const { isLive, isDepthReceived, isFrozen, denied } = conditions;
  if (denied !== null) return denied;
  if (!isLive) return 'The ladder cannot be armed while prices are not live.';
  if (!isDepthReceived) return 'The ladder cannot be armed while the depth of the contract is not received.';
  if (isFrozen) return 'The panel is frozen: unfreeze it to arm the ladder.';
  return null;
}

function whatChanged(then: ArmingConditions, now: ArmingConditions): DisarmReason | null {
  if (now.denied !== null) return 'permission';
  if (!now.isLive) return 'feed';
  if (now.contract !== then.contract) return 'contract';
  if (now.layout !== then.layout) return 'layout';
  if (then.phase !== null && now.phase !== null && now.phase !== then.phase) return 'phase';
  // After the contract, because the depth of another contract is not received at first.
  if (!now.isDepthReceived) return 'depth';
  return now.isFrozen ? 'frozen' : null;
}

/**
 * Identifies the phase of a contract: a halt, or the phases of the groups of its instruments.
 * Returns null while it is unknown.
 */
export function phaseOf(
  row: Pick<MarketRow, 'instrument' | 'near' | 'far'>,
  phases: Pick<PhasesReply, 'groups' | 'halted'> | null,
): string | null {
  if (phases === null) return null;
  const codes = instrumentsOf(row);
  const halts = phases.halted.filter((halt) => codes.includes(halt.instrument)).map(() => 'halted');
  const groups = phases.groups.filter(({ instruments }) => codes.some((code) => instruments.includes(code)));
  return [...halts, ...groups.map(({ group, phase }) => `${group} ${phase}`)].join(', ');
}

/** In the past tense, because they stay on the screen after the cause has ended. */
const words: Readonly<Record<DisarmReason, string>> = {
  user: 'you disarmed it',
  idle: 'it was not used for a while',
  feed: 'prices were not live',
  depth: 'depth was lost',
  blur: 'the window lost the focus',
  phase: 'the phase of the market changed',
  contract: 'the contract changed',
  layout: 'the layout changed',
  frozen: 'the panel was frozen',
  permission: 'you could no longer enter orders',
  closed: 'it is no longer shown',
};

/** "Disarmed: the window lost the focus." */
export const disarmedText = (reason: DisarmReason): string => `Disarmed: ${words[reason]}.`;

/** The ladder's own knowledge of its surroundings. */
interface LadderSurroundings extends Omit<ArmingConditions, 'layout' | 'isLive' | 'isDepthReceived'> {
  readonly displaySeq: number;
  readonly idleMs: number;
}

/** The interval of the checks of idle time, prices and depth while the ladder is armed. Every click also checks them. */
const checkMs = 250;

/** Connects the arming of a ladder with the screen: feed, layout, focus of the window, and the idle time. */
export function useArming(around: LadderSurroundings): readonly [arming: Arming, state: ArmingState] {
  const now = useRef(around);
  now.current = around;
  const arming = useMemo(
    () =>
      createArming({
        surroundings: () => ({
          ...now.current,
          layout: layoutOnScreen(),
          isLive: currentFeed().state === 'live',
          isDepthReceived: depthNow(now.current.displaySeq) !== null,
        }),
        idleMs: () => now.current.idleMs,
      }),
    [],
  );
  const state = useSyncExternalStore(arming.onChange, arming.state);
  const { isArmed } = state;
  // After every render: the contract, the phase, a permission may be another one.
  useEffect(() => {
    arming.isArmed();
  });
  useEffect(() => {
    if (!isArmed) return;
    const check = () => {
      arming.isArmed();
    };
    const leave = () => arming.disarm('blur');
    const hide = () => {
      if (document.hidden) leave();
    };
    const timer = setInterval(check, checkMs);
    const stop = joinStops(useConnection.subscribe(check), useLayouts.subscribe(check));
    window.addEventListener('blur', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener('blur', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [arming, isArmed]);
  // The ladder disappears with its panel or its layout, so only a toast can then report that it is disarmed.
  useEffect(() => {
    const stop = arming.onChange(() => {
      const { reason } = arming.state();
      if (reason !== 'layout' && reason !== 'closed') return;
      const message = `Price ladder of ${now.current.contract}. ${disarmedText(reason)}`;
      showToast({ type: 'warning', message });
    });
    return () => {
      arming.disarm('closed');
      stop();
    };
  }, [arming]);
  return [arming, state];
}

function layoutOnScreen(): string {
  const { current } = useLayouts.getState();
  return `${current?._id ?? ''} ${current?.document.name ?? ''}`;
}
