// The form for a bid on a lot (SILO-2): the account, the premium, the resulting command and the invoice. If the account already
// has a bid, the form raises it. The market repeats all checks.
import { accountName, type SiloBidRow, type SiloOfferRow, type SiloPositionRow } from '@openpit/wire';
import { useEffect } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { Account } from '../../actions/dialogs.ts';
import { lotText, openBidForm, tonsText } from '../../actions/silo-actions.ts';
import { lotsText } from '../../market/market-text.ts';
import { invoiceOf, knownData, stageOf, useSiloData } from '../../market/silo.ts';
import { useDataSet } from '../../market/use-store.ts';
import { useSession } from '../../stores/session.ts';
import { parseDecimal } from '../../ui/decimal-input.ts';
import { formatPrice, formatRand, formatSigned } from '../../ui/format.ts';
import { principals, subAccounts } from '../accounts.ts';
import { CommandDialog, FormFields, useCommandForm, useDialogFields } from '../command-form.tsx';
import { type MissingInput, missingInput } from '../parse-fields.ts';
import styles from './silo-form.module.css';

interface BidFields {
  readonly principal: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
  readonly premiumText: string;
}

const bidAccount = ({ principal, subAccount }: Omit<BidFields, 'premiumText'>): Account => ({
  principal,
  subAccount: subAccount === '' ? null : subAccount,
});

type ParsedBid =
  | MissingInput
  | {
      readonly kind: 'ready';
      readonly principal: string;
      /** Rand per ton. */
      readonly premium: number;
      /** The account's earlier bid, which the new bid raises; null for a first bid. */
      readonly raised: SiloBidRow | null;
    };

export interface BidFacts {
  readonly offer: Pick<SiloOfferRow, 'contract' | 'lots' | 'mtm'>;
  /** The user's open bids for the lot. */
  readonly bids: readonly SiloBidRow[];
  /** The account's lots in the future, or null if positions are unknown. */
  readonly net: number | null;
}

export function parseBid(fields: BidFields, { offer, bids, net }: BidFacts): ParsedBid {
  const account = bidAccount(fields);
  if (account.principal === '') return missingInput('For whom is the bid?');
  const parsedPremium = parseDecimal(fields.premiumText);
  if (parsedPremium.kind === 'empty') return missingInput('Which premium, in rand per ton?');
  if (parsedPremium.kind === 'bad') return missingInput(parsedPremium.reason);
  const premium = Number(parsedPremium.text);
  if (!Number.isInteger(premium) || premium < 0 || premium > offer.mtm)
    return missingInput(
      `A premium is a whole number of rand from 0 to ${formatRand(Math.floor(offer.mtm))}.`,
    );
  if (net !== null && net < offer.lots)
    return missingInput(
      net <= 0
        ? `You hold no long position in ${offer.contract} for ${accountName(account)}. Only longs can bid.`
        : `${accountName(account)} is long ${lotsText(net)} of ${offer.contract}, fewer than the ${offer.lots} of this lot. A lot is delivered as a whole.`,
    );
  const raised =
    bids.find((bid) => bid.principal === account.principal && bid.subAccount === account.subAccount) ?? null;
  if (raised !== null && premium <= raised.premium)
    return missingInput(
      `${accountName(account)} already bids ${formatRand(raised.premium)} per ton. Bid more, or withdraw the bid first.`,
    );
  return { kind: 'ready', principal: account.principal, premium, raised };
}

/** The user's positions in futures under delivery, for the tender and bid forms. Returns null if positions are hidden or not loaded yet. */
export function useSiloPositions(): readonly SiloPositionRow[] | null {
  const { rows, status } = useDataSet('siloPositions');
  const isOwnOnly = useSession(({ hqAccess }) => hqAccess?.scope === 'own');
  return isOwnOnly || status !== 'success' ? null : rows;
}

export const positionOf = (
  rows: readonly SiloPositionRow[],
  contract: string,
  { principal, subAccount }: Account,
): SiloPositionRow | undefined =>
  rows.find(
    (row) => row.contract === contract && row.principal === principal && row.subAccount === subAccount,
  );

interface BidFormProps {
  readonly offer: SiloOfferRow;
  /** The bid to raise; null for any account. */
  readonly bid: SiloBidRow | null;
  readonly onClose: () => void;
}

export function BidForm({ offer: opened, bid, onClose }: BidFormProps) {
  const context = useActionContext();
  const hqAccess = useSession((session) => session.hqAccess);
  const offer = useDataSet('siloOffers').rows.find((row) => row.siloCertSeq === opened.siloCertSeq) ?? opened;
  const bids = useDataSet('siloBids').rows.filter(
    (row) => row.siloCertSeq === offer.siloCertSeq && row.state === 'Open',
  );
  const { rows: auctions } = useDataSet('siloAuctions');
  const positions = useSiloPositions();
  const data = knownData(useSiloData()[0]);
  const place = data?.locations.find(({ code }) => code === offer.location);
  const input = useDialogFields<BidFields>(() => ({
    ...firstAccount(),
    premiumText: String((bid?.premium ?? offer.bestPremium ?? -1) + 1),
  }));
  const isKnown = positions !== null;
  // Positions may arrive after the form has opened. A chosen account stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they arrive
  useEffect(() => {
    const { principal, subAccount } = input.fields;
    const first = firstAccount();
    const isOwn = principal === (hqAccess?.memberCode ?? '') && subAccount === '';
    if (isKnown && isOwn && first.principal !== principal) input.edit(first);
  }, [isKnown]);
  const netOf = (fields: BidFields) =>
    positions === null ? null : (positionOf(positions, offer.contract, bidAccount(fields))?.net ?? 0);
  const form = useCommandForm(input, {
    label: `Bid for lot ${offer.siloCertSeq}`,
    closedReason: reasonAgainst(openBidForm, { offer, stage: stageOf(auctions, offer), bids }, context),
    parse(fields) {
      const parsed = parseBid(fields, { offer, bids, net: netOf(fields) });
      if (parsed.kind === 'missing') return parsed;
      const { principal, premium } = parsed;
      const { subAccount } = bidAccount(fields);
      const perTon = `${formatRand(premium)} per ton`;
      return {
        kind: 'ready',
        command: 'insertSiloCertAuctionBid',
        description: `${parsed.raised === null ? 'Bid' : 'Raise to'} ${perTon} for lot ${offer.siloCertSeq}`,
        body: {
          siloCertSeq: offer.siloCertSeq,
          principal,
          premium,
          subAccount: subAccount ?? undefined,
        },
        accepted: ({ rank }) =>
          `${accountName(bidAccount(fields))} bids ${perTon} for ${lotText(offer)}${rank === null ? '' : `: rank ${rank}`}.`,
      };
    },
  });
  const { fields } = form;
  /** The account of the bid to raise, otherwise the first account that is long enough, otherwise the member's own account. */
  function firstAccount(): Pick<BidFields, 'principal' | 'subAccount'> {
    const long = positions?.find(({ contract, net }) => contract === offer.contract && net >= offer.lots);
    const { principal, subAccount } = bid ??
      long ?? { principal: hqAccess?.memberCode ?? '', subAccount: null };
    return { principal, subAccount: subAccount ?? '' };
  }
  const parsedPremium = parseDecimal(fields.premiumText);
  const premium = parsedPremium.kind === 'number' ? Number(parsedPremium.text) : null;
  return (
    <CommandDialog
      title={`Bid for lot ${offer.siloCertSeq} of ${offer.contract}`}
      note={`${tonsText(offer.tons)} ${offer.grade} at ${place?.name ?? offer.location}, ${lotsText(offer.lots)}. The highest premium gets the lot; of equal ones the earliest. Other members do not see your name.`}
      status={form.status}
      onClose={onClose}
    >
      <FormFields<BidFields>
        form={form}
        fields={[
          {
            kind: 'choice',
            name: 'principal',
            label: 'For',
            nothing: 'Choose an account',
            choices: principals(hqAccess),
            clears: 'subAccount',
            isFixed: bid !== null,
          },
          {
            kind: 'choice',
            name: 'subAccount',
            label: 'Sub-account',
            choices: subAccounts(hqAccess, fields.principal),
            isFixed: bid !== null,
          },
          {
            kind: 'number',
            name: 'premiumText',
            label: 'Premium',
            unit: 'R/t',
            stepText: '1',
            isInteger: true,
            isFirst: true,
            stepped: (_text, steps) =>
              String(Math.max(0, Math.floor(premium ?? offer.bestPremium ?? 0) + steps)),
          },
          {
            kind: 'view',
            name: 'facts',
            view: (
              <dl className={styles.facts}>
                <Fact name="Best premium">{formatPrice(offer.bestPremium, 2)}</Fact>
                <Fact name="Effective price">{formatPrice(offer.spotPrice, 2)}</Fact>
              </dl>
            ),
          },
        ]}
      />
      {premium !== null && Number.isInteger(premium) && premium >= 0 && (
        <Invoice
          offer={offer}
          premium={premium}
          storageRate={place?.storageRate ?? null}
          mayBid={(netOf(fields) ?? offer.lots) >= offer.lots}
        />
      )}
    </CommandDialog>
  );
}

interface InvoiceProps {
  readonly offer: SiloOfferRow;
  readonly premium: number;
  /** `null` while unknown. */
  readonly storageRate: number | null;
  /** False if the account is not long enough for the lot. */
  readonly mayBid: boolean;
}

/** What the lot costs at this premium, and whether the bid would lead. */
function Invoice({ offer, premium, storageRate, mayBid }: InvoiceProps) {
  const { perTon, storageDays, storage, amount } = invoiceOf(offer, {
    premium,
    storageRate: storageRate ?? 0,
  });
  const leads = offer.bestPremium === null || premium > offer.bestPremium;
  return (
    <div className={styles.invoice}>
      {mayBid && (
        <p data-leads={leads}>
          {leads
            ? 'This bid would lead.'
            : `This bid would not lead: the best premium is ${formatRand(offer.bestPremium)} per ton.`}
        </p>
      )}
      <p>
        Invoice if you get the lot: <strong>R {formatPrice(amount, 2)}</strong>
        {storageRate === null && ', without storage, whose rate is not known yet'}
      </p>
      <p className={styles.sum}>
        {formatPrice(perTon, 2)} R/t × {tonsText(offer.tons)}
        {storageDays !== 0 &&
          storageRate !== null &&
          `, storage ${formatSigned(storage, 2)} for ${Math.abs(storageDays)} ${
            storageDays > 0 ? 'days paid ahead' : 'unpaid days'
          }`}
      </p>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}, R/t</dt>
      <dd>{children}</dd>
    </div>
  );
}
