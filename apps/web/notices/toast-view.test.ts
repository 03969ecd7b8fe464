import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCountdown } from './toast-view.tsx';

describe('[SHELL-5] the time of a toast', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs out once', () => {
    const ended = vi.fn();
    startCountdown(3_000, ended);
    vi.advanceTimersByTime(2_999);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('pauses while the toast is hovered or focused and resumes with the remaining time', () => {
    const ended = vi.fn();
    const countdown = startCountdown(5_000, ended);
    vi.advanceTimersByTime(2_000);
    countdown.pause();
    vi.advanceTimersByTime(60_000);
    countdown.resume();
    vi.advanceTimersByTime(2_999);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('has at least a second left after the pointer has left', () => {
    const ended = vi.fn();
    const countdown = startCountdown(3_000, ended);
    vi.advanceTimersByTime(2_990);
    countdown.pause();
    countdown.resume();
    vi.advanceTimersByTime(999);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('never ends for an error, hovered or not', () => {
    const ended = vi.fn();
    const countdown = startCountdown(-1, ended);
    countdown.pause();
    countdown.resume();
    vi.advanceTimersByTime(86_400_000);
    expect(ended).not.toHaveBeenCalled();
  });

  it('ends with the toast', () => {
    const ended = vi.fn();
    const countdown = startCountdown(3_000, ended);
    countdown.stop();
    countdown.resume();
    vi.advanceTimersByTime(10_000);
    expect(ended).not.toHaveBeenCalled();
  });

  it('does not run while the page is hidden, neither from the start nor later, and a hover is kept', () => {
    const ended = vi.fn();
    let isVisible = false;
    const listeners = new Set<() => void>();
    const show = (visible: boolean) => {
      isVisible = visible;
      for (const listener of listeners) listener();
    };
    const visibility = {
      isVisible: () => isVisible,
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const countdown = startCountdown(3_000, ended, visibility);
    vi.advanceTimersByTime(60_000);
    show(true);
    vi.advanceTimersByTime(1_000);
    show(false);
    vi.advanceTimersByTime(60_000);
    countdown.pause();
    show(true);
    vi.advanceTimersByTime(60_000);
    expect(ended).not.toHaveBeenCalled();
    countdown.resume();
    vi.advanceTimersByTime(2_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });
});
