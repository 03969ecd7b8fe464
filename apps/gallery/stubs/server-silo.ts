// The gallery's data of silos; `&silo=fault|never` in the address shows the other states.
import type { SiloCertStep } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';
import * as silo from '../example-silo.ts';

const state = () => new URLSearchParams(location.search).get('silo');

async function orNull<Rows>(rows: Rows): Promise<Rows | null> {
  if (state() === 'never') return new Promise(() => undefined);
  return state() === 'fault' ? null : rows;
}

export const getAllSiloLocations = () => orNull(silo.locations);
export const getAllPhysicalGrades = () => orNull(silo.grades);
export const getAllSiloCerts = () => orNull(silo.certs);
export const getAllSiloOwners = () => orNull(silo.siloOwners);
export const getAllOrigins = () => orNull(silo.origins);

export async function getSiloCertHistory(): Promise<CallResult<readonly SiloCertStep[]>> {
  const steps = await orNull(silo.certSteps);
  const message = 'The server did not answer. Check the connection.';
  return steps === null ? { kind: 'unknown', message, errorText: message } : { kind: 'ok', value: steps };
}
