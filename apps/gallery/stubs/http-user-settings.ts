// In the gallery saving a layout succeeds and stores nothing.
import type { StoredLayout } from '@openpit/wire';
import type { CallResult } from '../../web/http/call-result.ts';

let count = 0;

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
