// In the gallery saving a layout or preferences succeeds and stores nothing.
import type { StoredLayout, StoredPreference } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';

let count = 0;

export async function getAllUserLayouts(): Promise<CallResult<readonly StoredLayout[]>> {
  return { kind: 'ok', value: [] };
}

export async function createUserLayout(body: {
  userId: string;
  userLayoutJson: string;
}): Promise<CallResult<StoredLayout>> {
  count += 1;
  return { kind: 'ok', value: { _id: `gallery-${count}`, ...body } };
}

export async function updateUserLayout(body: {
  id: string;
  jsonString: string;
}): Promise<CallResult<StoredLayout>> {
  return { kind: 'ok', value: { _id: body.id, userId: 'gallery', userLayoutJson: body.jsonString } };
}

export async function deleteUserLayout(): Promise<CallResult<null>> {
  return { kind: 'ok', value: null };
}

export async function getUserPreference(): Promise<CallResult<StoredPreference | null>> {
  return { kind: 'ok', value: null };
}

export async function createUserPreference(body: {
  userId: string;
  userPreferenceJson: string;
}): Promise<CallResult<StoredPreference>> {
  return { kind: 'ok', value: { _id: 'gallery', ...body } };
}

export async function updateUserPreference(body: {
  id: string;
  jsonString: string;
}): Promise<CallResult<StoredPreference>> {
  return { kind: 'ok', value: { _id: body.id, userId: 'gallery', userPreferenceJson: body.jsonString } };
}
