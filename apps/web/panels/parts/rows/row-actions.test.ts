import { noPermissions } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionContext, RowAction } from '../../../actions/action.ts';
import { createScreenPort } from '../../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../../notices/toasts.ts';
import { rowActions, type SomeRows } from './row-actions.tsx';

interface Row {
  readonly number: number;
  readonly state: 'waiting' | 'done';
}
const context: ActionContext = {
  flags: noPermissions(),
  entryClosed: null,
  unreachable: null,
  workspace: createScreenPort(async () => undefined),
};
const done: string[] = [];
const action = (label: string, key: string, state: Row['state']): RowAction<Row> => ({
  id: label,
  label,
  key,
  icon: () => null,
  against: (row) => (row.state === state ? null : `It is not ${state}.`),
  perform({ number }) {
    done.push(`${label} ${number}`);
    return null;
  },
});
const accept = action('Accept', 'a', 'waiting');
const change = action('Change', 'e', 'done');
const withdraw = action('Withdraw', 'Delete', 'waiting');
const anchor = { left: 0, top: 0, right: 9, bottom: 9 };
const on = (...rows: SomeRows<Row>) => ({ rows, anchor });
const offered = rowActions<Row, Row>({
  list: [accept, change, withdraw],
  one: 'deal',
  targetOf: ([row]) => row,
  doubleClick: [accept, change],
  itemOf: ({ label }) => (label === 'Change' ? { label: 'Change…' } : {}),
});
const waiting: Row = { number: 7, state: 'waiting' };

/** The actions performed and the toasts shown since the last call. */
function effects(): readonly string[] {
  const { showing } = useToasts.getState();
  useToasts.setState(noToasts);
  return [...done.splice(0), ...(showing === null ? [] : [showing.message])];
}

// Other tests of the same process leave toasts.
beforeEach(() => useToasts.setState(noToasts));

describe('the actions on a row', () => {
  it('[ACT-1] are in its menu in their order, disabled with the reason when they do not apply', () => {
    const items = offered.itemsOf(on(waiting), context);
    expect(items.map(({ label, keyName, disabledReason }) => [label, keyName, disabledReason])).toEqual([
      ['Accept', 'A', null],
      ['Change…', 'E', 'It is not done.'],
      ['Withdraw', 'Del', null],
    ]);
    items[2]?.run();
    expect(effects()).toEqual(['Withdraw 7']);
  });

  it('run by their keys, and leave other keys to the grid', () => {
    expect([offered.onKey('A', on(waiting), context), offered.onKey('x', on(waiting), context)]).toEqual([
      true,
      false,
    ]);
    expect(effects()).toEqual(['Accept 7']);
    expect(offered.onKey('e', on(waiting), context)).toBe(true);
    expect(effects()).toEqual(['It is not done.']);
  });

  it('run by a double-click, the first that applies, or say why the first does not', () => {
    offered.onDoubleClick?.({ number: 8, state: 'done' }, anchor, context);
    expect(effects()).toEqual(['Change 8']);
    const onlyChange = rowActions<Row, Row>({
      list: [change],
      one: 'deal',
      targetOf: ([row]) => row,
      doubleClick: [change],
    });
    onlyChange.onDoubleClick?.(waiting, anchor, context);
    expect(effects()).toEqual(['It is not done.']);
  });

  describe('on several chosen rows', () => {
    const other: Row = { number: 8, state: 'waiting' };
    const refused = 'One deal at a time: several are chosen.';
    const several = rowActions<Row, Row>({
      list: [{ ...accept, several: { many: 'deals', question: null } }, withdraw],
      one: 'deal',
      targetOf: ([row]) => row,
    });

    it('act on each row that allows it, or refuse, as menu, key and tool say', () => {
      const rows = on(waiting, { number: 9, state: 'done' }, other);
      const items = several.itemsOf(rows, context);
      const tools = several.toolsOf(rows.rows, 'Choose a deal first.', context);
      const reasons = [null, refused];
      expect(items.map(({ disabledReason }) => disabledReason)).toEqual(reasons);
      expect(tools.map(({ disabledReason }) => disabledReason)).toEqual(reasons);
      several.onKey('a', rows, context);
      const stays = 'Accept: 1 of 3 deals stays as it is. It is not waiting.';
      expect(effects()).toEqual(['Accept 7', 'Accept 8', stays]);
      several.onKey('Delete', rows, context);
      expect(effects()).toEqual([refused]);
    });

    it('say why none of the rows allows it', () => {
      const done: Row = { number: 9, state: 'done' };
      expect(several.itemsOf(on(done, done), context)[0]?.disabledReason).toBe('It is not waiting.');
      expect(several.toolsOf([], 'Choose a deal first.', context)[0]?.disabledReason).toBe(
        'Choose a deal first.',
      );
    });

    it('act on the rows together if their target is all of them', () => {
      const together = rowActions<Row, Row>({
        list: [{ ...accept, several: 'together' }],
        one: 'deal',
        targetOf: (rows) => ({ number: rows.reduce((sum, { number }) => sum + number, 0), state: 'waiting' }),
      });
      together.onKey('a', on(waiting, other), context);
      expect(effects()).toEqual(['Accept 15']);
    });
  });
});
