// The replies to calls whose data cannot be read or stored.
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

it('A call that stores something on a full disk answers 503 with the reason, and works again when there is space', async () => {
  const app = fastify();
  installErrorReplies(app);
  const database = openLibsql(':memory:');
  database.execScript('create table layout (json text); pragma max_page_count = 2');
  app.get('/store', async () => {
    database.execScript('insert into layout values (hex(zeroblob(50000)))');
    return { stored: true };
  });
  // The code of PostgreSQL.
  app.get('/elsewhere', () =>
    Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' })),
  );
  const full = await app.inject('/store');
  expect([full.statusCode, full.json().code, full.headers['retry-after']]).toEqual([503, 'diskFull', '30']);
  database.execScript('pragma max_page_count = 1000');
  expect((await app.inject('/store')).json()).toEqual({ stored: true });
  expect((await app.inject('/elsewhere')).json()).toMatchObject({ status: 503, code: 'diskFull' });
  database.close();
  await app.close();
});
