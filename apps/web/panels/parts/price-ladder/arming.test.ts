import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Arming,
  type ArmingConditions,
  createArming,
  type DisarmReason,
  disarmedText,
  phaseOf,
} from './arming.ts';

const usual: ArmingConditions = {
  contract: 'DEC26 WMAZ',
  layout: 'one',
  phase: 'continuous',
  isLive: true,
  isDepthReceived: true,
  isFrozen: false,
  denied: null,
};
const idleMs = 60_000;

function armingAt(start: Partial<ArmingConditions> = {}) {
  const world = { around: { ...usual, ...start }, at: 1_000 };
  const arming = createArming({
    surroundings: () => world.around,
    idleMs: () => idleMs,
    now: () => world.at,
  });
  return {
    arming,
    change: (change: Partial<ArmingConditions>) => {
      world.around = { ...world.around, ...change };
    },
    pass: (ms: number) => {
      world.at += ms;
    },
  };
}

describe('an armed ladder', () => {
  it('is disarmed at first, without a reason', () => {
    const { arming } = armingAt();
    expect(arming.isArmed()).toBe(false);
    expect(arming.state()).toEqual({ isArmed: false, reason: null });
  });

  it('is armed only by the user, until the user disarms it', () => {
    const { arming } = armingAt();
    expect(arming.arm()).toBeNull();
    expect(arming.isArmed()).toBe(true);
    arming.disarm('user');
    expect(arming.isArmed()).toBe(false);
    expect(arming.state().reason).toBe('user');
  });

  it.each<[DisarmReason, Partial<ArmingConditions>]>([
    ['feed', { isLive: false }],
    ['feed', { isLive: false, isDepthReceived: false }],
    ['depth', { isDepthReceived: false }],
    ['phase', { phase: 'closed' }],
    ['contract', { contract: 'MAR27 WMAZ' }],
    ['contract', { contract: 'MAR27 WMAZ', isDepthReceived: false }],
    ['layout', { layout: 'two' }],
    ['frozen', { isFrozen: true }],
    ['permission', { denied: 'No permission.' }],
  ])(
    'disarms with the reason "%s", even when only the click notices it, and stays disarmed afterwards',
    (reason, change) => {
      const { arming, change: becomes } = armingAt();
      arming.arm();
      becomes(change);
      expect(arming.isArmed()).toBe(false);
      expect(arming.state()).toEqual({ isArmed: false, reason });
      becomes(usual);
      expect(arming.isArmed()).toBe(false);
      expect(arming.state().reason).toBe(reason);
    },
  );

  it('disarms when the window loses the focus', () => {
    const { arming } = armingAt();
    arming.arm();
    arming.disarm('blur');
    expect(arming.state()).toEqual({ isArmed: false, reason: 'blur' });
  });

  it('disarms after the idle time, which every use begins again', () => {
    const { arming, pass } = armingAt();
    arming.arm();
    pass(idleMs - 1);
    arming.used();
    expect(arming.leftMs()).toBe(idleMs);
    pass(idleMs - 1);
    expect(arming.isArmed()).toBe(true);
    pass(1);
    expect(arming.isArmed()).toBe(false);
    expect(arming.state().reason).toBe('idle');
  });

  it('is not armed again by a use after the idle time', () => {
    const { arming, pass } = armingAt();
    arming.arm();
    pass(idleMs);
    arming.used();
    expect(arming.isArmed()).toBe(false);
  });

  it('stays armed when the phase becomes known, and disarms when that phase ends', () => {
    const { arming, change } = armingAt({ phase: null });
    arming.arm();
    change({ phase: 'continuous' });
    expect(arming.isArmed()).toBe(true);
    change({ phase: 'closed' });
    expect(arming.isArmed()).toBe(false);
  });

  it.each<[string, Partial<ArmingConditions>]>([
    ['the permission is missing', { denied: 'No permission: your account may not enter orders.' }],
    ['prices were not live', { isLive: false }],
    ['depth was lost', { isDepthReceived: false }],
    ['the panel was frozen', { isFrozen: true }],
  ])('cannot be armed while %s, and says why', (_why, change) => {
    const { arming } = armingAt(change);
    expect(arming.arm()).toMatch(/\.$/);
    expect(arming.isArmed()).toBe(false);
    expect(arming.state()).toEqual({ isArmed: false, reason: null });
  });

  it('notifies its listeners when it is armed and disarmed', () => {
    const { arming } = armingAt();
    const seen: boolean[] = [];
    const stop = arming.onChange(() => seen.push(arming.state().isArmed));
    arming.arm();
    arming.disarm('user');
    arming.disarm('user');
    stop();
    arming.arm();
    expect(seen).toEqual([true, false]);
  });

  it('states each reason in a sentence', () => {
    expect(disarmedText('blur')).toBe('Disarmed: the window lost the focus.');
  });
});

describe('the phase of a contract', () => {
  const group = {
    group: 'other',
    phase: 'continuous',
    since: null,
    next: null,
    opensAt: null,
    dealsUntil: null,
  } as const;
  const phases = { groups: [{ ...group, instruments: ['WMAZ', 'YMAZ'] }], halted: [] };
  const future = { instrument: 'WMAZ' };

  it('changes with the phase of its group and with a halt of its instrument, and not of others', () => {
    const now = phaseOf(future, phases);
    const closed = { ...group, phase: 'closed' as const };
    const halt = (instrument: string) => ({ ...phases, halted: [{ instrument, reason: '', since: 0 }] });
    expect(phaseOf(future, { ...phases, groups: [{ ...closed, instruments: ['WMAZ'] }] })).not.toBe(now);
    expect(phaseOf(future, halt('WMAZ'))).not.toBe(now);
    expect(phaseOf(future, halt('SUNS'))).toBe(now);
    const others = [...phases.groups, { ...closed, group: 'world' as const, instruments: ['CORN'] }];
    expect(phaseOf(future, { ...phases, groups: others })).toBe(now);
  });

  it('changes with a halt of a leg of a pair', () => {
    const pair = { instrument: 'WMAZ', near: 'DEC26 WMAZ', far: 'DEC26 YMAZ' };
    const halted = { ...phases, halted: [{ instrument: 'YMAZ', reason: '', since: 0 }] };
    expect(phaseOf(pair, halted)).not.toBe(phaseOf(pair, phases));
  });

  it('is not known before the phases are', () => {
    expect(phaseOf(future, null)).toBeNull();
  });
});

type Step =
  | { readonly kind: 'arm' | 'blur' | 'use' | 'click' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'change'; readonly to: Partial<ArmingConditions> };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('arm', 'arm', 'blur', 'use', 'click', 'click', 'click') }),
  },
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, 20_000, idleMs - 1, idleMs) }),
  fc.record({
    kind: fc.constant('change' as const),
    to: fc.constantFrom<Partial<ArmingConditions>>(
      { contract: 'DEC26 WMAZ' },
      { contract: 'MAR27 WMAZ' },
      { layout: 'two' },
      { phase: 'closed' },
      { phase: 'continuous' },
      { isLive: false },
      { isLive: true },
      { isDepthReceived: false },
      { isDepthReceived: true },
      { isFrozen: true },
      { isFrozen: false },
      { denied: 'No permission.' },
      { denied: null },
    ),
  }),
);

describe('any run of clicks, changes and pauses', () => {
  it('sends nothing by a click unless the ladder was armed for just this, and used within the idle time', () => {
    let sent = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
        const { arming, change, pass } = armingAt();
        const model = referenceModel();
        for (const step of steps) {
          model.take(step);
          if (step.kind === 'pass') pass(step.ms);
          else if (step.kind === 'change') change(step.to);
          else act(arming, step.kind);
          if (step.kind === 'click') {
            const sends = arming.isArmed();
            if (sends && !model.mayBeArmed()) throw new Error('A click was sent that must not be.');
            if (sends) sent += 1;
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(sent).toBeGreaterThan(100);
  });
});

function act(arming: Arming, kind: 'arm' | 'blur' | 'use' | 'click'): void {
  if (kind === 'arm') arming.arm();
  else if (kind === 'blur') arming.disarm('blur');
  else if (kind === 'use') arming.used();
}

/** Remembers all that has happened since the ladder was armed, and whether any of it forbids a click now. */
function referenceModel() {
  let around = usual;
  let since: { readonly around: ArmingConditions; lastUse: number } | null = null;
  let at = 0;
  return {
    take(step: Step): void {
      if (step.kind === 'pass') at += step.ms;
      if (step.kind === 'change') around = { ...around, ...step.to };
      if (step.kind === 'blur') since = null;
      if (
        step.kind === 'arm' &&
        around.isLive &&
        around.isDepthReceived &&
        !around.isFrozen &&
        around.denied === null
      )
        since = { around, lastUse: at };
      if (step.kind === 'use' && since !== null) {
        if (at - since.lastUse >= idleMs) since = null;
        else since.lastUse = at;
      }
    },
    /** True if nothing is different from when it was armed. */
    mayBeArmed: () =>
      since !== null &&
      at - since.lastUse < idleMs &&
      JSON.stringify(around) === JSON.stringify(since.around),
  };
}
