// The calls for the data of silos (API-5), and the history of a certificate. The five calls of API-5 return null on failure without a
// message (API-3), because the panel names the missing data in place.
import {
  type OriginRow,
  type PhysicalGradeRow,
  paths,
  type SiloCertRow,
  type SiloCertStep,
  type SiloLocationRow,
  type SiloOwnerRow,
} from '@openpit/wire';
import { type CallResult, callServer, replyRows } from './calls.ts';

const rowsOrNull =
  <Row extends object>(path: string) =>
  async (signal: AbortSignal): Promise<readonly Row[] | null> => {
    const answer = await callServer(path, replyRows<Row>, { signal });
    return answer.kind === 'ok' ? answer.value : null;
  };

export const getAllSiloLocations = rowsOrNull<SiloLocationRow>(paths.getAllSiloLocations);
export const getAllPhysicalGrades = rowsOrNull<PhysicalGradeRow>(paths.getAllPhysicalGrades);
export const getAllSiloCerts = rowsOrNull<SiloCertRow>(paths.getAllSiloCerts);
export const getAllSiloOwners = rowsOrNull<SiloOwnerRow>(paths.getAllSiloOwners);
export const getAllOrigins = rowsOrNull<OriginRow>(paths.getAllOrigins);

/** The changes of one of the member's certificates, the oldest first. */
export const getSiloCertHistory = (
  siloReceiptNo: string,
  signal: AbortSignal,
): Promise<CallResult<readonly SiloCertStep[]>> =>
  callServer(paths.getSiloCertHistory, replyRows<SiloCertStep>, { query: { siloReceiptNo }, signal });
