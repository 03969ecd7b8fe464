// Preferences and layouts over HTTP (PREF-5, LAYOUT-10): each call by its own path and payload names.
import {
  paths,
  type StoredLayout,
  type StoredPreference,
  storedLayout,
  storedPreference,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { anyReply, type CallResult, callServer, callWithToast, replyAs } from './calls.ts';

/** `null` if the server knows the user but has no document. */
export const getUserPreference = (): Promise<CallResult<StoredPreference | null>> =>
  callServer(paths.getUserPreference, replyAs(z.nullable(storedPreference)));

export const createUserPreference = (body: {
  userId: string;
  userPreferenceJson: string;
}): Promise<CallResult<StoredPreference>> =>
  callServer(paths.createUserPreference, replyAs(storedPreference), { body });

/** A new version of a stored document. With `version`, the server answers 409 if another window has saved in the meantime. */
interface Update {
  readonly id: string;
  readonly jsonString: string;
  readonly version: string | undefined;
}

export const updateUserPreference = (body: Update): Promise<CallResult<StoredPreference>> =>
  callServer(paths.updateUserPreference, replyAs(storedPreference), { body });

/** Rejected with 404 if the user has none. */
export const deleteUserPreference = (userId: string): Promise<CallResult<null>> =>
  callServer(paths.deleteUserPreferenceByUserId, anyReply, { query: { userId } });

export const getAllUserLayouts = (): Promise<CallResult<readonly StoredLayout[]>> =>
  callServer(paths.getAllUserLayouts, replyAs(z.array(storedLayout)));

export const createUserLayout = (body: {
  userId: string;
  userLayoutJson: string;
}): Promise<CallResult<StoredLayout>> =>
  callWithToast(paths.createUserLayout, replyAs(storedLayout), { body });

export const updateUserLayout = (body: Update): Promise<CallResult<StoredLayout>> =>
  callServer(paths.updateUserLayout, replyAs(storedLayout), { body });

export const deleteUserLayout = (id: string): Promise<CallResult<null>> =>
  callWithToast(paths.deleteUserLayoutById, anyReply, { query: { Id: id } });
