// The data of silos: locations, grades, origins and operators, by their codes. Read when a panel or a form opens, and again at the
// user's request.
import type { OriginRow, PhysicalGradeRow, SiloLocationRow, SiloOwnerRow } from '@openpit/wire';
import type { CallResult } from '../../server/calls.ts';
import {
  getAllOrigins,
  getAllPhysicalGrades,
  getAllSiloLocations,
  getAllSiloOwners,
} from '../../server/silo.ts';
import { type Answer, useAnswer } from '../sources/use-answer.ts';

export interface SiloData {
  readonly locations: readonly SiloLocationRow[];
  readonly grades: readonly PhysicalGradeRow[];
  readonly origins: readonly OriginRow[];
  readonly owners: readonly SiloOwnerRow[];
}

/** The second value reads again. */
export const useSiloData = (): readonly [Answer<SiloData>, () => void] => useAnswer(readSiloData);

async function readSiloData(signal: AbortSignal): Promise<CallResult<SiloData>> {
  const [locations, grades, origins, owners] = await Promise.all([
    getAllSiloLocations(signal),
    getAllPhysicalGrades(signal),
    getAllOrigins(signal),
    getAllSiloOwners(signal),
  ]);
  if (locations === null || grades === null || origins === null || owners === null) {
    const message = 'The locations and grades could not be loaded. Check the connection and try again.';
    return { kind: 'unknown', message, errorText: message };
  }
  return { kind: 'ok', value: { locations, grades, origins, owners } };
}

/** Texts for codes; the code itself while the data are not known. */
export interface SiloNames {
  readonly location: (code: string) => string;
  readonly origin: (code: string) => string;
  readonly operator: (code: string) => string;
}

export function siloNames(data: SiloData | null): SiloNames {
  const named = (rows: readonly { readonly code: string; readonly name: string }[] | undefined) => {
    const names = new Map(rows?.map(({ code, name }) => [code, name]));
    return (code: string) => names.get(code) ?? code;
  };
  return {
    location: named(data?.locations),
    origin: named(data?.origins),
    operator: named(data?.owners),
  };
}

/** Null while the data are loading or could not be loaded. */
export const knownData = (answer: Answer<SiloData>): SiloData | null =>
  answer.status === 'success' ? answer.value : null;
