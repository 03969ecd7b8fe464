// The user's standing instructions to abandon options. Positions show them in a column, but a dealer with own-only visibility sees no
// positions: this dealer reads them here, and changes or withdraws them.
import type { Abandonment } from '@openpit/wire';
import { useEffect } from 'react';
import { create } from 'zustand';
import { type ActionContext, permitted, reasonAgainst } from '../../actions/action.ts';
import { abandonOption, exerciseOption } from '../../actions/option-actions.ts';
import { getAbandonments } from '../../server/margin-preview.ts';
import { useConnection } from '../../stores/connection.ts';
import { Button } from '../../ui/button.tsx';
import type { Answer } from '../sources/use-store.ts';
import styles from './own.module.css';

const useStanding = create<Answer<readonly Abandonment[]>>()(() => ({ status: 'loading' }));
let asking: AbortController | null = null;

/** Reads them again: no message of the hub has them. */
export async function askAbandonments(): Promise<void> {
  asking?.abort();
  const question = new AbortController();
  asking = question;
  const result = await getAbandonments(question.signal);
  if (question.signal.aborted) return;
  useStanding.setState(
    result.kind === 'ok'
      ? { status: 'success', value: result.value }
      : { status: 'error', fault: result.message },
    true,
  );
}

/** Another session of the user, or another dealer of the account, may change them. */
const askEveryMs = 15_000;

/** The instructions, as old as `askEveryMs` at most while a component needs them. A restart of the server reads them again. */
export function useAbandonments(isNeeded: boolean): Answer<readonly Abandonment[]> {
  useEffect(() => {
    if (!isNeeded) return;
    void askAbandonments();
    const timer = setInterval(() => void askAbandonments(), askEveryMs);
    const stop = useConnection.subscribe((now, before) => {
      if (now.epoch !== before.epoch) void askAbandonments();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isNeeded]);
  return useStanding();
}

/** For a dealer who sees no positions: the place where options are exercised, and each standing instruction with the action to change it. */
export function OwnAbandonments({ context }: { readonly context: ActionContext }) {
  const standing = useAbandonments(true);
  const isPermitted = [exerciseOption, abandonOption].some(
    ({ permission }) => permitted(permission, { ...context, unreachable: null }) === true,
  );
  const rows = standing.status === 'success' ? standing.value : [];
  if (!isPermitted && rows.length === 0) return null;
  return (
    <section className={styles.abandonments} aria-label="Your instructions to abandon options">
      <p>
        To exercise or abandon an option, open its menu in the panel Options. On a phone, tap its price there.
        {standing.status === 'error' && ` ${standing.fault}`}
      </p>
      {rows.length > 0 && (
        <ul>
          {rows.map((one) => {
            const { contract, principal, subAccount, lots } = one;
            const account = subAccount === null ? principal : `${principal} ${subAccount}`;
            const target = { contract, position: null, standing: one, anchor: null };
            return (
              <li key={`${contract} ${account}`}>
                <span>
                  Abandoned: {lots} {contract} for {account}
                </span>
                <Button
                  size="small"
                  disabledReason={reasonAgainst(abandonOption, target, context)}
                  onClick={(event) =>
                    abandonOption.perform(
                      { ...target, anchor: event.currentTarget.getBoundingClientRect() },
                      context,
                    )
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
