// What a holder may do with an option at its expiry, as entries of menus: of a position, and of an option or its delta in the market
// panels, where they say why nothing can be exercised.
import { type ContractFacts, classifyContract, type PositionRow } from '@openpit/wire';
import type { Anchor } from '../../actions/action.ts';
import { type ActionContext, denialOf, permitted } from '../../actions/action.ts';
import { abandonOption, type ExpiryTarget, exerciseOption } from '../../actions/option-actions.ts';
import { useSession } from '../../stores/session.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';

const actions = [exerciseOption, abandonOption] as const;
type ExpiryAction = (typeof actions)[number];

/** `of` names the account, where the menu would not say which one. */
function expiryItem(
  action: ExpiryAction,
  target: ExpiryTarget,
  context: ActionContext,
  of = '',
): ActionMenuItem {
  const { id, label } = action;
  return {
    id: `${id}${of}`,
    label: `${label}${of}…`,
    ...denialOf(action, target, context),
    run: () => action.perform(target, context),
  };
}

/** For the menu of a position. */
export function itemsOfPosition(target: ExpiryTarget, context: ActionContext): readonly ActionMenuItem[] {
  return actions.map((action) => expiryItem(action, target, context));
}

/** For the menu of an option or a delta: for each account that holds the option, else disabled with the reason. */
export function itemsOfOption(
  row: ContractFacts,
  anchor: Anchor | null,
  context: ActionContext,
): readonly ActionMenuItem[] {
  const option = optionOf(row);
  if (option === undefined) return [];
  const { holders, missing } = holdersOf(option.contract);
  return actions.flatMap((action): readonly ActionMenuItem[] => {
    if (holders.length > 0)
      return holders.map((position) =>
        expiryItem(
          action,
          { position, anchor },
          context,
          holders.length === 1 ? '' : ` for ${accountOf(position)}`,
        ),
      );
    const enabled = () => {
      const answer = permitted(action.permission, context);
      return answer === true ? { reason: missing } : answer;
    };
    return [
      {
        id: action.id,
        label: `${action.label}…`,
        ...denialOf({ enabled }, null, context),
        run: () => undefined,
      },
    ];
  });
}

/** The option on which a delta is; an option itself. */
function optionOf(row: ContractFacts): ContractFacts | undefined {
  const kind = classifyContract(row.contractDisplay);
  if (kind === 'options') return row;
  if (kind !== 'deltas') return undefined;
  const { underlying, optionExpiry, contractDisplay } = row;
  return contractStore
    .keys()
    .flatMap((key) => contractStore.get(key) ?? [])
    .find(
      (other) =>
        other.underlying === underlying &&
        other.optionExpiry === optionExpiry &&
        other.contractDisplay.strike === contractDisplay.strike &&
        other.contractDisplay.flag === contractDisplay.flag &&
        classifyContract(other.contractDisplay) === 'options',
    );
}

/** The long positions, and what is said where there are none. */
function holdersOf(contract: string): { readonly holders: readonly PositionRow[]; readonly missing: string } {
  const { positions } = dataSetStores;
  const holders = positions
    .keys()
    .flatMap((key) => positions.get(key) ?? [])
    .filter((position) => position.contract === contract && position.net > 0);
  if (useSession.getState().hqAccess?.scope === 'own')
    return { holders: [], missing: 'Positions are not shown to you. Ask your operator to change that.' };
  return {
    holders,
    missing:
      positions.status() === 'success'
        ? `You are not long ${contract}: only a holder can exercise or abandon it.`
        : 'Your positions are being loaded.',
  };
}

const accountOf = ({ principal, subAccount }: PositionRow) =>
  subAccount === null ? principal : `${principal} ${subAccount}`;
