// The sentences and statuses of all rejections, and the modules that declare them.
import type { RejectionEntry, RejectionStatus } from './kernel/rejection.ts';
import { modules, type RejectionCode, rejectionCatalogue, type VenueRejection } from './modules.ts';

/** The sentence for people: the fault, its reason and the remedy. */
export function rejectionSentence({ code, details }: VenueRejection): string {
  const { sentence }: Pick<RejectionEntry<never>, 'sentence'> = rejectionCatalogue[code];
  // Details and sentence belong to the same code, but the compiler cannot derive that from the union.
  return sentence(details as never);
}

/** The HTTP status: 403 for a missing permission, 409 for a used request id, otherwise 422. */
export const rejectionStatus = ({ code }: { readonly code: RejectionCode }): RejectionStatus =>
  rejectionCatalogue[code].status;

export const isRejectionCode = (text: string): text is RejectionCode =>
  Object.hasOwn(rejectionCatalogue, text);

/** By module, in the order of the modules. */
export const rejectionCodesByModule: ReadonlyMap<string, readonly RejectionCode[]> = new Map(
  modules.flatMap((module) =>
    'rejections' in module ? [[module.name, Object.keys(module.rejections) as RejectionCode[]]] : [],
  ),
);
