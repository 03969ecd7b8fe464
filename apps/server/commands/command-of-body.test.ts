import { commandOfBody } from '@openpit/market';
import type { CommandOf } from '@openpit/venue';
import { type UserCommandKind, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { type BodyExample, bodyExamples } from '../testing/body-examples.ts';

const requestId = 'r-1';
const kinds = Object.keys(bodyExamples) as UserCommandKind[];
const bodiesOf = (kind: UserCommandKind): readonly BodyExample<UserCommandKind>[] => [
  ...bodyExamples[kind].all,
  bodyExamples[kind].required,
];
const isAccepted = (kind: UserCommandKind, body: object) => userCommands[kind].body.safeParse(body).success;

describe('the command of a body', () => {
  it.each(kinds)('%s has its fields in the units of the market', (kind) => {
    for (const { body, command } of bodiesOf(kind)) {
      const accepted = userCommands[kind].body.parse(body);
      // Strict, because a field that is omitted must also be missing from the journal.
      expect(commandOfBody(kind, accepted as never)).toStrictEqual({
        requestId,
        command: { kind, ...command },
      });
    }
  });

  it.each(kinds)('%s is tested with every field of its body', (kind) => {
    const tested = new Set(bodiesOf(kind).flatMap(({ body }) => Object.keys(body)));
    expect([...tested].sort()).toEqual(Object.keys(userCommands[kind].body.shape).sort());
  });

  it.each(kinds)('%s is tested with the required fields only', (kind) => {
    const { body } = bodyExamples[kind].required;
    expect(isAccepted(kind, body)).toBe(true);
    for (const field of Object.keys(body))
      expect([field, isAccepted(kind, { ...body, [field]: undefined })]).toEqual([field, false]);
  });

  it('has no negative zero, which JSON cannot represent', () => {
    const { body } = bodyExamples.insertOrder.required;
    for (const zero of [-0, -0.0000001]) {
      const { command } = commandOfBody('insertOrder', { ...body, price: zero, reference: zero });
      expect(command).toMatchObject({ price: 0, reference: 0 });
      const { price, reference } = command as CommandOf<'insertOrder'>;
      expect([Object.is(price, 0), Object.is(reference, 0)]).toEqual([true, true]);
    }
  });

  it('keeps the sign of a negative price, as splits have it', () => {
    const { body } = bodyExamples.insertOrder.required;
    const { command } = commandOfBody('insertOrder', { ...body, price: -80.2 });
    expect(command).toMatchObject({ price: -8_020 });
  });
});
