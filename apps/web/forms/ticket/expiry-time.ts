// When a long option may be exercised or abandoned (market.md, Exercise and abandon), by the phase of its instrument. The months
// of an instrument may be in different phases: where one of them allows it, the venue decides.
import type { MarketRow, PhasesReply } from '@openpit/wire';
import type { ExpiryKind } from '../../actions/option-actions.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { formatDate } from '../../ui/format.ts';

type Day = Pick<PhasesReply, 'businessDay' | 'groups'>;
type Option = Pick<MarketRow, 'contract' | 'instrument' | 'optionExpiry'>;
type Phase = PhasesReply['groups'][number]['phase'];

/** Why it may not be sent now, as a sentence; null when it may, or while the phases are not known. */
export function timeAgainst(
  kind: ExpiryKind,
  { contract, instrument, optionExpiry = '' }: Option,
  day: Day | null,
): string | null {
  if (day === null) return null;
  const groups = day.groups.filter(({ instruments }) => instruments.includes(instrument));
  const isIn = (...phases: readonly Phase[]) => groups.some(({ phase }) => phases.includes(phase));
  const isLastDay = day.businessDay === optionExpiry;
  const date = formatDate(optionExpiry);
  if (kind === 'abandon') {
    if (!isLastDay)
      return `${contract} can be abandoned only on its expiry day, ${date}. Until then it is exercised only if you ask for it.`;
    return isIn('preOpen', 'continuous', 'admin')
      ? null
      : `${contract} can be abandoned until the end of administration, which is over.`;
  }
  if (isLastDay)
    return isIn('preOpen', 'continuous')
      ? null
      : `${contract} expires today, and can be exercised until trading ends. It is exercised automatically if it is in the money.`;
  if (isIn('admin')) return null;
  const times = groups.flatMap(({ next }) => (next?.phase === 'admin' ? [next.at] : []));
  const from = times.length === 0 ? '' : `, from ${exchangeTime(Math.min(...times)).slice(0, 5)} on`;
  return `${contract} can be exercised in administration${from}, and on its expiry day, ${date}, until trading ends.`;
}
