// The user's standing instructions to abandon options. Positions show them in a column, but a dealer with own-only visibility sees no
// positions: this dealer reads them here, and changes or withdraws them.
import { accountName } from '@openpit/wire';
import { type ActionContext, isPermitted, reasonAgainst } from '../../actions/action.ts';
import { abandonOption, exerciseOption } from '../../actions/option-actions.ts';
import { abandonments } from '../../market/abandonments.ts';
import { useAnswer } from '../../market/answers.ts';
import { Button } from '../../ui/button.tsx';
import styles from './abandonments.module.css';

/** For a dealer who sees no positions: the place where options are exercised, and each standing instruction with the action to change it. */
export function OwnAbandonments({ context }: { readonly context: ActionContext }) {
  const standing = useAnswer(abandonments);
  const mayAct = [exerciseOption, abandonOption].some(({ permission }) =>
    isPermitted(permission, context.flags),
  );
  const rows = standing.status === 'success' ? standing.value : [];
  if (!mayAct && rows.length === 0) return null;
  return (
    <section className={styles.abandonments} aria-label="Your instructions to abandon options">
      <p>
        To exercise or abandon an option, open its menu in the panel Options. On a phone, tap its price there.
        {standing.status === 'error' && ` ${standing.fault}`}
      </p>
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => {
            const { contract, lots } = row;
            const account = accountName(row);
            const target = { contract, position: null, standing: row, anchor: null };
            return (
              <li key={`${contract} ${account}`}>
                <span>
                  Abandoned: {lots} {contract} for {account}
                </span>
                <Button
                  size="small"
                  disabledReason={reasonAgainst(abandonOption, target, context)}
                  onClick={(event) =>
                    abandonOption.perform({ ...target, anchor: event.currentTarget.getBoundingClientRect() })
                  }
                >
                  Change
                  <span className="visually-hidden">
                    {' '}
                    or withdraw {lots} {contract} for {account}
                  </span>
                  …
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
