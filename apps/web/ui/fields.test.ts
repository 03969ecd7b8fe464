import { describe, expect, it } from 'vitest';
import { createWheelSteps } from './fields.tsx';

const turn = (change: Partial<Parameters<ReturnType<typeof createWheelSteps>>[0]>) => ({
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  timeStamp: 0,
  ...change,
});

/** The steps of these vertical movements, one event each 16 ms. */
function stepsOf(deltas: readonly number[], everyMs = 16): number {
  const wheel = createWheelSteps();
  return deltas.reduce((sum, deltaY, at) => sum + (wheel(turn({ deltaY, timeStamp: at * everyMs })) ?? 0), 0);
}

describe('the wheel over a number', () => {
  it('is one step for each notch of a mouse, up for away from the user, with every scaling of the system', () => {
    expect(stepsOf([-100, -100, -100])).toBe(3);
    expect(stepsOf([120, 120], 60)).toBe(-2);
    expect(stepsOf([-66.7, -53.3])).toBe(2);
    const wheel = createWheelSteps();
    expect(wheel(turn({ deltaY: -3, deltaMode: 1 }))).toBe(1);
    expect(wheel(turn({ deltaY: 1, deltaMode: 2, timeStamp: 900 }))).toBe(-1);
  });

  it('is one step for a swipe of 160 pixels on a trackpad, and none for a touch of it', () => {
    expect(stepsOf(Array.from({ length: 40 }, () => 4))).toBe(-1);
    expect(stepsOf([2, 6, 14, 30, 44, 34, 18, 8, 4])).toBe(-1);
    expect(stepsOf([1, 3, 8, 5, 2])).toBe(0);
    expect(stepsOf(Array.from({ length: 100 }, () => -4))).toBe(4);
  });

  it('begins again after a pause and in the other direction', () => {
    expect(stepsOf([30, 30, 30, 30], 300)).toBe(0);
    expect(stepsOf([40, 40, -40, -40])).toBe(0);
  });

  it('leaves sideways movement and zooming to the page', () => {
    const wheel = createWheelSteps();
    expect(wheel(turn({ deltaX: 120 }))).toBeNull();
    expect(wheel(turn({ deltaX: -120, deltaY: 20 }))).toBeNull();
    expect(wheel(turn({ deltaY: 120, ctrlKey: true }))).toBeNull();
  });
});
