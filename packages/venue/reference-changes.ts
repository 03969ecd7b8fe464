// A file of reference data against the running market: the changes that it would make, and the operator's command that plans the change
// for a business day. Both go through the sections of all modules.
import { announce } from './announcements/announcements-module.ts';
import { type IsoDate, isoDate, parseIsoDate } from './kernel/civil-date.ts';
import type { Rejection } from './kernel/rejection.ts';
import { isBusinessDay, nextBusinessDay } from './kernel/trading-day.ts';
import { modules, type VenueContext } from './modules.ts';
import type {
  ComparedMarket,
  PlannedChange,
  PlannedPart,
  ReferenceSection,
} from './reference/reference-change.ts';
import type { ReferenceData } from './reference/reference-data.ts';
import { referenceDataFault } from './reference/reference-data-check.ts';
import { type ApplyReferenceData, publishedPlan, reject } from './reference/reference-module.ts';

/** The changes that a file would make from a business day, in the words of the market. */
export interface ReferenceComparison {
  readonly effectiveFrom: IsoDate;
  /** Each as the end of a sentence. */
  readonly changes: readonly string[];
  /** The reasons why the file cannot be applied, each as the end of a sentence; empty if it can. */
  readonly faults: readonly string[];
  /** The change that is pending now. */
  readonly planned: { readonly effectiveFrom: IsoDate; readonly changes: readonly string[] } | null;
}

type Now = Pick<VenueContext, 'state' | 'market'>;
type Wanted = Omit<ApplyReferenceData, 'kind'>;

export function applyReferenceData(context: VenueContext, request: Wanted): Rejection | null {
  const { change, faults } = compare(context, request);
  const [fault, ...others] = faults;
  if (fault !== undefined) return reject('referenceChangeUnusable', { why: [fault, ...others].join('; ') });

  const { effectiveFrom, parts } = change;
  context.state.reference.planned = parts.length === 0 ? null : change;

  const published = publishedPlan(change, context.market);
  context.emit(published);
  announce(context, 'Info', noticeOf(effectiveFrom, published.changes));
  return null;
}

/** Changes that an announcement names. */
const maxNamed = 20;

/** The announcement of planned changes, with their date. */
function noticeOf(effectiveFrom: IsoDate, changes: readonly string[]): string {
  if (changes.length === 0) return 'The change of the reference data that was announced before is withdrawn.';
  const more = changes.length - maxNamed;
  const named = changes.slice(0, maxNamed).join('; ') + (more > 0 ? `; and ${more} more` : '');
  return `From ${effectiveFrom}: ${named}.`;
}

/** Changes nothing. */
export function compareReferenceData(now: Now, request: Wanted): ReferenceComparison {
  const { change, faults } = compare(now, request);
  const { planned } = now.state.reference;
  return { ...inWords(change), faults, planned: planned === null ? null : inWords(planned) };
}

const inWords = ({ effectiveFrom, parts }: PlannedChange) => ({
  effectiveFrom,
  changes: parts.map(({ text }) => text),
});

function compare({ state, market }: Now, request: Wanted): { change: PlannedChange; faults: string[] } {
  const { businessDay, holidays } = market;
  const next = nextBusinessDay(businessDay, holidays);
  const from = request.effectiveFrom === null ? next : parseIsoDate(request.effectiveFrom);
  const effectiveFrom = request.effectiveFrom ?? isoDate(next);
  const unusable = (why: string) => ({ change: { effectiveFrom, parts: [] }, faults: [why] });
  if (from === null) return unusable(`"${effectiveFrom}" is not a date`);
  if (from < next)
    return unusable(
      `${effectiveFrom} is too early: the first day from which it can apply is ${isoDate(next)}`,
    );
  if (!isBusinessDay(from, holidays)) return unusable(`${effectiveFrom} is not a business day`);
  const wrong = referenceDataFault(request.referenceData);
  if (wrong !== null) return unusable(wrong);

  const parts: PlannedPart[] = [];
  const faults: string[] = [];
  for (const section of sections())
    for (const difference of section.compare({ state, market, from }, request.referenceData))
      if ('fault' in difference) faults.push(difference.fault);
      else parts.push({ section: section.name, ...difference });
  return { change: { effectiveFrom, parts }, faults };
}

/** The type of a section inside the loop: each section finds its data in the state of all modules. */
interface AnySection extends Omit<ReferenceSection<unknown, unknown>, 'compare'> {
  readonly compare: (
    now: ComparedMarket<Now['state']>,
    file: ReferenceData,
  ) => ReturnType<ReferenceSection<unknown, unknown>['compare']>;
}

const sections = (): AnySection[] =>
  modules.flatMap((module): readonly AnySection[] =>
    'referenceSections' in module ? module.referenceSections : [],
  );
