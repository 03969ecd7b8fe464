// The reply to a call whose stored data cannot be read.
import { openLibsql } from '@openpit/storage';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { installErrorReplies } from './error-replies.ts';

it('A call that reads damaged data answers 503 with the reason, and the next call is answered', async () => {
  const app = fastify();
  installErrorReplies(app);
  const database = openLibsql(':memory:');
  database.execScript("create table layout (json text); insert into layout values (cast(x'7bff7d' as text))");
  app.get('/layouts', async () => database.all('select json from layout'));
  app.get('/count', async () => database.all('select count(*) as n from layout'));
  const { statusCode, body } = await app.inject('/layouts');
  expect([statusCode, JSON.parse(body)]).toEqual([
    503,
    {
      status: 503,
      code: 'dataDamaged',
      message:
        'What the server has stored for this cannot be read, because it is damaged. Tell your operator, who can restore it from a backup.',
      requestId: expect.any(String),
    },
  ]);
  expect((await app.inject('/count')).json()).toEqual([{ n: 1 }]);
  database.close();
  await app.close();
});
