// The form of a bid for a lot (SILO-2): for which account, at which premium, and what the invoice would be. An account that has a bid
// already raises it.
import type { SiloBidRow, SiloOfferRow } from '@openpit/wire';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import { accountWords, lotsText, lotWords, openBidForm, tonsText } from '../../actions/silo-actions.ts';
import { invoiceOf, knownData, useSiloData } from '../../panels/silo/data.ts';
import { stageOf } from '../../panels/silo-auction/rules.ts';
import { useDataSet } from '../../panels/sources/use-store.ts';
import { useSession } from '../../stores/session.ts';
import { readDecimal } from '../../ui/decimal-input.ts';
import { NumberField, SelectField } from '../../ui/fields.tsx';
import { formatPrice, formatRand, formatSigned } from '../../ui/format.ts';
import { principals, subAccounts } from '../deal/account-choices.ts';
import { CommandDialog } from '../ticket/command-dialog.tsx';
import { useCommandForm } from '../ticket/use-command-form.ts';
import { type BidFields, bidAccount, readBid } from './read-bid.ts';
import styles from './silo-form.module.css';
import { positionOf, useSiloPositions } from './use-silo-positions.ts';

export interface BidFormProps {
  readonly offer: SiloOfferRow;
  /** The bid to raise; null for any account. */
  readonly bid: SiloBidRow | null;
  readonly onClose: () => void;
}

const focusWhenShown = (field: HTMLInputElement | null) => field?.focus();

export function BidForm({ offer: opened, bid, onClose }: BidFormProps) {
  const context = useActionContext();
  const account = useSession(({ hqAccess }) => hqAccess);
  const offer = useDataSet('siloOffers').rows.find((one) => one.siloCertSeq === opened.siloCertSeq) ?? opened;
  const bids = useDataSet('siloBids').rows.filter(
    (one) => one.siloCertSeq === offer.siloCertSeq && one.state === 'Open',
  );
  const { rows: auctions } = useDataSet('siloAuctions');
  const positions = useSiloPositions();
  const data = knownData(useSiloData()[0]);
  const place = data?.locations.find(({ code }) => code === offer.location);
  const form = useCommandForm<'insertSiloCertAuctionBid', BidFields>({
    command: 'insertSiloCertAuctionBid',
    label: `Bid for lot ${offer.siloCertSeq}`,
    closedReason: reasonAgainst(openBidForm, { offer, stage: stageOf(auctions, offer), bids }, context),
    initial: () => ({
      ...firstAccount(),
      premiumText: String((bid?.premium ?? offer.bestPremium ?? -1) + 1),
    }),
    read(fields) {
      const net =
        positions === null ? null : (positionOf(positions, offer.contract, bidAccount(fields))?.net ?? 0);
      const read = readBid(fields, { offer, bids, net });
      if (read.kind === 'missing') return read;
      const { principal, premium } = read;
      const { subAccount } = bidAccount(fields);
      const at = `${formatRand(premium)} per ton`;
      return {
        kind: 'ready',
        words: `${read.raised === null ? 'Bid' : 'Raise to'} ${at} for lot ${offer.siloCertSeq}`,
        bodyOf: (requestId) => ({
          requestId,
          siloCertSeq: offer.siloCertSeq,
          principal,
          premium,
          ...(subAccount !== null && { subAccount }),
        }),
        accepted: ({ rank }) =>
          `${accountWords(bidAccount(fields))} bids ${at} for ${lotWords(offer)}${rank === null ? '' : `: rank ${rank}`}.`,
      };
    },
  });
  const { fields, isFixed, edit } = form;
  /** That of the bid to raise; else the first that is long enough, or the own book. */
  function firstAccount(): Pick<BidFields, 'principal' | 'subAccount'> {
    const long = positions?.find(({ contract, net }) => contract === offer.contract && net >= offer.lots);
    const { principal, subAccount } = bid ??
      long ?? { principal: account?.memberCode ?? '', subAccount: null };
    return { principal, subAccount: subAccount ?? '' };
  }
  const typed = readDecimal(fields.premiumText);
  const premium = typed.kind === 'number' ? Number(typed.text) : null;
  const step = (steps: number) => {
    const from = premium ?? offer.bestPremium ?? 0;
    edit({ premiumText: String(Math.max(0, Math.floor(from) + steps)) });
  };
  return (
    <CommandDialog
      title={`Bid for lot ${offer.siloCertSeq} of ${offer.contract}`}
      note={`${tonsText(offer.tons)} ${offer.grade} at ${place?.name ?? offer.location}, ${lotsText(offer.lots)}. The highest premium gets the lot; of equal ones the earliest. Other members do not see your name.`}
      {...form.dialog}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <SelectField
          label="For"
          value={fields.principal}
          nothing="For whom?"
          choices={principals(account)}
          isDisabled={isFixed || bid !== null}
          onChoose={(principal) => edit({ principal, subAccount: '' })}
        />
        <SelectField
          label="Sub-account"
          value={fields.subAccount}
          choices={subAccounts(account, fields.principal)}
          isDisabled={isFixed || bid !== null}
          onChoose={(subAccount) => edit({ subAccount })}
        />
        <NumberField
          label="Premium"
          unit="R/t"
          inputMode="numeric"
          text={fields.premiumText}
          stepText="1"
          isReadOnly={isFixed}
          ref={focusWhenShown}
          onText={(premiumText) => edit({ premiumText })}
          onStep={step}
        />
        <dl className={styles.facts}>
          <Fact name="Best premium">{formatPrice(offer.bestPremium, 2)}</Fact>
          <Fact name="Effective price">{formatPrice(offer.spotPrice, 2)}</Fact>
        </dl>
      </div>
      {premium !== null && Number.isInteger(premium) && premium >= 0 && (
        <Invoice offer={offer} premium={premium} storageRate={place?.storageRate ?? null} />
      )}
    </CommandDialog>
  );
}

interface InvoiceProps {
  readonly offer: SiloOfferRow;
  readonly premium: number;
  /** Null while it is not known. */
  readonly storageRate: number | null;
}

/** What the lot would cost at this premium, and whether the bid would lead. */
function Invoice({ offer, premium, storageRate }: InvoiceProps) {
  const { perTon, storageDays, storage, amount } = invoiceOf(offer, {
    premium,
    storageRate: storageRate ?? 0,
  });
  const leads = offer.bestPremium === null || premium > offer.bestPremium;
  return (
    <div className={styles.invoice}>
      <p data-leads={leads}>
        {leads
          ? 'This bid would lead.'
          : `This bid would not lead: the best premium is ${formatRand(offer.bestPremium)} per ton.`}
      </p>
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
