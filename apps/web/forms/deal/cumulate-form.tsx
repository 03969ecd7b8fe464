// Cumulates deals (ACT-16). The user chooses among deals with equal terms.

import type { DealRow } from '@openpit/wire';
import { alikeDeals } from '../../actions/deal-actions.ts';
import { exchangeTime, lotsText, sideVerb } from '../../market/market-text.ts';
import { CheckField } from '../../ui/fields.tsx';
import { missingInput } from '../parse-fields.ts';
import styles from './deal-form.module.css';
import { DealForm, type DealFormProps } from './deal-form.tsx';
import { cumulatedDeal, dealLine, dealPriceText } from './deal-lines.ts';

interface CumulateFields {
  readonly chosen: readonly number[];
  readonly isAverage: boolean;
}

export function CumulateForm({ deals, facts, ...dialog }: DealFormProps) {
  const [first] = deals;
  const candidates = [first, ...alikeDeals(first, facts.all)].toSorted((a, b) => a.dealSeq - b.dealSeq);
  const chosenOf = ({ chosen }: CumulateFields) =>
    candidates.filter(({ dealSeq }) => chosen.includes(dealSeq));
  return (
    <DealForm<CumulateFields>
      title={`Cumulate deals in ${first.contract}`}
      noteOf={(fields) => cumulateNote(chosenOf(fields), fields.isAverage)}
      options={{
        label: 'Cumulate deals',
        initial: () => ({ chosen: firstChosen(deals, candidates), isAverage: false }),
        parse(fields) {
          const chosen = chosenOf(fields);
          if (chosen.length < 2) return missingInput('Choose at least two deals.');
          if (pricesDiffer(chosen) && !fields.isAverage)
            return missingInput(
              'Their prices differ: take the average, or leave out those with another price.',
            );
          const dealSeqs = chosen.map(({ dealSeq }) => dealSeq);
          return {
            kind: 'ready',
            command: 'cumulateDeal',
            description: `Cumulate ${chosen.length} deals`,
            body: { dealSeqs, averagePrice: fields.isAverage },
            accepted: ({ deals: [newDeal] }) =>
              `Cumulated deals ${dealSeqs.join(', ')} into deal ${newDeal}.`,
          };
        },
      }}
      beforeOf={chosenOf}
      afterOf={(fields) => {
        const [dealRow, ...others] = chosenOf(fields);
        return dealRow === undefined
          ? null
          : { lines: [dealLine('New deal', cumulatedDeal([dealRow, ...others]))] };
      }}
      fieldsOf={({ fields, isFixed, edit }) => (
        <>
          <fieldset className={styles.choices}>
            <legend>Deals to cumulate</legend>
            {candidates.map((deal, at) => (
              <CheckField
                key={deal.dealSeq}
                isChecked={fields.chosen.includes(deal.dealSeq)}
                isDisabled={isFixed}
                isFirst={at === 0}
                onCheck={(isChecked) =>
                  edit({
                    chosen: isChecked
                      ? [...fields.chosen, deal.dealSeq]
                      : fields.chosen.filter((dealSeq) => dealSeq !== deal.dealSeq),
                  })
                }
              >
                Deal {deal.dealSeq}: {sideVerb(deal.side)} {deal.qty} at {dealPriceText(deal)},{' '}
                {exchangeTime(deal.time)}
              </CheckField>
            ))}
          </fieldset>
          {pricesDiffer(chosenOf(fields)) && (
            <CheckField
              isChecked={fields.isAverage}
              isDisabled={isFixed}
              onCheck={(isAverage) => edit({ isAverage })}
            >
              At their average price
            </CheckField>
          )}
        </>
      )}
      {...dialog}
    />
  );
}

const pricesDiffer = (deals: readonly DealRow[]) => new Set(deals.map(({ price }) => price)).size > 1;

/** The selected deals. If only one was selected, all deals at the same price are added. */
export function firstChosen(
  [first, ...others]: readonly [DealRow, ...DealRow[]],
  candidates: readonly DealRow[],
): readonly number[] {
  const chosen =
    others.length > 0 ? [first, ...others] : candidates.filter(({ price }) => price === first.price);
  return chosen.map(({ dealSeq }) => dealSeq);
}

function cumulateNote(chosen: readonly DealRow[], isAverage: boolean): string {
  const [dealRow, ...others] = chosen;
  if (dealRow === undefined || others.length === 0)
    return 'The chosen deals are replaced by one deal of all their lots.';
  const { qty } = cumulatedDeal([dealRow, ...others]);
  const price = pricesDiffer(chosen)
    ? isAverage
      ? ' at their average price; their value is kept to the cent'
      : ''
    : ' at their price';
  return `The ${chosen.length} deals are replaced by one deal of ${lotsText(qty)}${price}.`;
}
