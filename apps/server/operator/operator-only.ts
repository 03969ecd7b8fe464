// Who may make the operator's calls: a program on this machine that can read the data folder.
import type { FastifyRequest } from 'fastify';
import { HttpRejection } from '../http/rejections.ts';
import { isFromThisMachine } from '../http/same-machine.ts';
import { isToken } from './operator-key.ts';

/** A hook that accepts the operator only. For anyone else the call does not exist. */
export function operatorOnly(path: string, token: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const given = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
    if (!isFromThisMachine(request.raw) || !isToken(given, token))
      throw new HttpRejection(404, 'noSuchCall', `There is no call POST ${path}.`);
  };
}
