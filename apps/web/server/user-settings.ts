// Preferences and layouts over HTTP (PREF-5, LAYOUT-10): each call by its own path and payload names.
import {
  paths,
  type StoredLayout,
  type StoredPreference,
  storedLayout,
  storedPreference,
} from '@openpit/wire';
import * as z from 'zod/mini';
import type { CallResult } from './calls.ts';
import { anyReply, callMainApi, replyAs } from './calls.ts';

/** `null` if the server knows the user but sends no document. Silent: the start-up shows the error. */
export function getUserPreference(): Promise<CallResult<StoredPreference | null>> {
  return callMainApi({
    method: 'GET',
    path: paths.getUserPreference,
    read: replyAs(z.nullable(storedPreference)),
    isSilent: true,
  });
}

/** Silent: the start-up shows the error. */
export function createUserPreference(body: {
  userId: string;
  userPreferenceJson: string;
}): Promise<CallResult<StoredPreference>> {
  return callMainApi({
    method: 'POST',
    path: paths.createUserPreference,
    body,
    read: replyAs(storedPreference),
    isSilent: true,
  });
}

/** Silent: the caller shows the error, or asks when another window has saved a newer version. */
export function updateUserPreference(body: {
  id: string;
  jsonString: string;
  version?: string;
}): Promise<CallResult<StoredPreference>> {
  return callMainApi({
    method: 'POST',
    path: paths.updateUserPreference,
    body,
    read: replyAs(storedPreference),
    isSilent: true,
  });
}

/** Silent: the start-up shows the error. */
export function getAllUserLayouts(): Promise<CallResult<readonly StoredLayout[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAllUserLayouts,
    read: replyAs(z.array(storedLayout)),
    isSilent: true,
  });
}

export function createUserLayout(body: {
  userId: string;
  userLayoutJson: string;
}): Promise<CallResult<StoredLayout>> {
  return callMainApi({ method: 'POST', path: paths.createUserLayout, body, read: replyAs(storedLayout) });
}

/** `isSilent` for an update that the user did not request, or whose failure the caller reports. */
export function updateUserLayout(
  body: { id: string; jsonString: string; version?: string },
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<CallResult<StoredLayout>> {
  return callMainApi({
    method: 'POST',
    path: paths.updateUserLayout,
    body,
    read: replyAs(storedLayout),
    isSilent,
  });
}

export function deleteUserLayout(id: string): Promise<CallResult<null>> {
  return callMainApi({ method: 'GET', path: paths.deleteUserLayoutById, query: { Id: id }, read: anyReply });
}
