import { describe, expect, it } from 'vitest';
import { endOfDayStages } from './kernel/venue-module.ts';
import { type Command, type CommandKind, commandEntries, modules } from './modules.ts';
import { TestMarket } from './testing/test-market.ts';

const kindsBy = (sender: 'operator' | 'user'): CommandKind[] =>
  Object.entries(commandEntries)
    .filter(([, entry]) => entry.by === sender)
    .map(([kind]) => kind as CommandKind);

/** The venue looks at the sender before it reads anything else of a command. */
const bare = (kind: CommandKind) => ({ kind }) as Command;

describe('the sender of a command', () => {
  it.each([...kindsBy('operator'), 'endDay', 'continueRun'] as const)(
    'must be the operator for %s',
    (kind) => {
      expect(TestMarket.opened().rejected('abdul', bare(kind))).toBe('operatorOnly');
    },
  );

  it.each(kindsBy('user'))('must be a registered user for %s', (kind) => {
    expect(TestMarket.opened().rejected('nobody', bare(kind))).toBe('userUnknown');
  });
});

describe('the end of a day', () => {
  it('runs its stages one after another, each over the modules in their order', () => {
    const market = TestMarket.opened();
    const calls: string[] = [];
    const restore = modules.flatMap((module) => {
      if (!('endOfDay' in module)) return [];
      const stages: object = module.endOfDay;
      return Object.entries(stages).map(([stage, original]) => {
        const record =
          (work: (...values: unknown[]) => unknown) =>
          (...values: unknown[]) => {
            // Once for a long stage: its units are numbered from 0.
            if ((values[2] ?? 0) === 0) calls.push(`${stage} ${module.name}`);
            return work(...values);
          };
        const recorded = typeof original === 'function' ? record(original) : { unit: record(original.unit) };
        Reflect.set(stages, stage, recorded);
        return () => Reflect.set(stages, stage, original);
      });
    });
    try {
      market.operate({ kind: 'endDay' });
    } finally {
      for (const undo of restore) undo();
    }
    const registered = endOfDayStages.flatMap((stage) =>
      modules.flatMap((module) =>
        'endOfDay' in module && stage in module.endOfDay ? [`${stage} ${module.name}`] : [],
      ),
    );
    expect(calls).toEqual(registered);
    expect(new Set(calls.map((call) => call.split(' ')[0])).size).toBe(endOfDayStages.length);
  });
});
