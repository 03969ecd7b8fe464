// Asks for a strike that is not listed yet (domain §2.5). Silent: the panel that asked says what came of it.
import { type AddStrikeBody, type AddStrikeReply, addStrikeReply, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export function sendAddStrike(body: AddStrikeBody): Promise<CallResult<AddStrikeReply>> {
  return callMainApi({
    method: 'POST',
    path: paths.addStrike,
    body,
    read: replyAs<AddStrikeReply>(addStrikeReply),
    isSilent: true,
  });
}
