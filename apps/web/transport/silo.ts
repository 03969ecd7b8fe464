// The calls for the data of silos (API-5), and the history of a certificate. The five calls of API-5 return null on failure without a
// message (API-3), because the panel names the missing data in place.
import type { ReadReply, SiloCertStep } from '@openpit/wire';
import type { CallResult } from './calls.ts';
import { readRows } from './reads.ts';

type SiloRead = `getAllSilo${'Locations' | 'Certs' | 'Owners'}` | 'getAllPhysicalGrades' | 'getAllOrigins';

const rowsOrNull =
  <Kind extends SiloRead>(kind: Kind) =>
  async (signal: AbortSignal): Promise<ReadReply<Kind> | null> => {
    const answer = await readRows(kind, {} as never, signal);
    return answer.kind === 'ok' ? answer.value : null;
  };

export const getAllSiloLocations = rowsOrNull('getAllSiloLocations');
export const getAllPhysicalGrades = rowsOrNull('getAllPhysicalGrades');
export const getAllSiloCerts = rowsOrNull('getAllSiloCerts');
export const getAllSiloOwners = rowsOrNull('getAllSiloOwners');
export const getAllOrigins = rowsOrNull('getAllOrigins');

/** The changes of one of the member's certificates, the oldest first. */
export const getSiloCertHistory = (
  siloReceiptNo: string,
  signal: AbortSignal,
): Promise<CallResult<readonly SiloCertStep[]>> => readRows('getSiloCertHistory', { siloReceiptNo }, signal);
