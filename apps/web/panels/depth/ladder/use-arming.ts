// Connects the arming of a ladder with the screen: feed, layout, focus of the window, and the idle time.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { showToast } from '../../../notices/toasts.ts';
import { useConnection } from '../../../stores/connection.ts';
import { currentFeed } from '../../../stores/feed.ts';
import { useLayouts } from '../../../stores/layouts.ts';
import { type Arming, type ArmingState, createArming, disarmedWords, type Surroundings } from './arming.ts';

/** What the ladder itself knows of its surroundings. */
export interface LadderSurroundings extends Omit<Surroundings, 'layout' | 'isLive'> {
  readonly idleMs: number;
}

/** How often the idle time and the age of prices are checked while the ladder is armed; every click checks them, too. */
const checkMs = 250;

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
    const stops = [useConnection.subscribe(check), useLayouts.subscribe(check)];
    window.addEventListener('blur', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      window.removeEventListener('blur', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [arming, isArmed]);
  // The ladder goes away with its panel or its layout: only a toast can say then that it is disarmed.
  useEffect(() => {
    const stop = arming.onChange(() => {
      const { reason } = arming.state();
      if (reason !== 'layout' && reason !== 'closed') return;
      const message = `Price ladder of ${now.current.contract}. ${disarmedWords(reason)}`;
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
