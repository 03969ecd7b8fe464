// The server with its own certificate: one start for everything that depends on TLS.
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { demoPassword } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { paths, userReads } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsTransportSecurity } from './http/transport-security.ts';
import { postJson } from './operator/operator-client.ts';
import { readOperatorAddress } from './operator/operator-key.ts';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { startServer } from './server.ts';
import { type ServerInAFolder, serverInAFolder } from './testing/server-in-a-folder.ts';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';
import { readTlsFiles } from './tls-files.ts';

const folder = join(import.meta.dirname, 'testing', 'tls');
const [certFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
const year = 'max-age=31536000; includeSubDomains';

describe('a server with --tls-cert and --tls-key', () => {
  let server: ServerOnAPort;
  let ca: string;
  beforeAll(async () => {
    ca = (await readTlsFiles({ certFile, keyFile })).cert;
    server = await serverOnAPort({ options: ['--tls-cert', certFile, '--tls-key', keyFile] });
  });
  afterAll(() => server.close());

  async function ask(path: string, { host = 'floor.example', body = '' } = {}) {
    const asked = request(new URL(path, server.url), {
      ca,
      agent: false,
      servername: 'floor.example',
      method: body === '' ? 'GET' : 'POST',
      headers: { host, 'content-type': 'application/json' },
    });
    asked.end(body === '' ? undefined : body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('answers over HTTPS, with a Secure cookie', async () => {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const body = JSON.stringify({ email: 'thandi@kand.example', password: demoPassword });
    const reply = await ask(paths.login, { body });
    expect(reply.status).toBe(200);
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Secure-openpit-browser=.+; Secure$/);
  });

  it('has browsers use HTTPS only, in calls, the hub and errors, and never as localhost', async () => {
    for (const path of [paths.getClientSettings, '/market/negotiate', '/nothing', userReads.getPrices.path])
      expect((await ask(path)).headers['strict-transport-security'], path).toBe(year);
    for (const host of ['localhost', 'localhost:4173', '127.0.0.1:4173', '[::1]:4173', 'a.localhost'])
      expect(
        (await ask(paths.getClientSettings, { host })).headers['strict-transport-security'],
      ).toBeUndefined();
  });

  it('reports when the certificate expires', async () => {
    const { body } = await ask('/metrics', { host: '127.0.0.1' });
    const [, seconds] = /^openpit_certificate_expiry_timestamp_seconds (.*)$/m.exec(body) ?? [];
    expect(Number(seconds) * 1000).toBe(Date.parse(new X509Certificate(ca).validTo));
  });

  it('warns at a start when the certificate has expired', async () => {
    const data = await mkdtemp(join(tmpdir(), 'openpit-expired-'));
    const argv = [
      '--no-simulator',
      '--no-past',
      '--port',
      '0',
      '--data',
      'data',
      '--business-day',
      '2026-11-18',
    ];
    const options = readOptions([...argv, '--tls-cert', certFile, '--tls-key', keyFile], data);
    if (options === null) throw new Error('the options ask for help');
    const warnings: string[] = [];
    const running = await startServer(options, {
      onStopped: (cause) => expect.fail(cause.message),
      notify: (_level, notice) => warnings.push(notice),
      startSimulator: null,
      clock: new VirtualClock(epochMs(Date.parse('2126-11-01T10:00+02:00'))),
    });
    await running.stop();
    await rm(data, { recursive: true });
    expect(warnings).toEqual([
      'The certificate of --tls-cert expired at 2126-10-30T06:05:03.000Z. Browsers and programs refuse to connect until you renew it and start the server again.',
    ]);
  });

  it('has the hub over WebSockets', async () => {
    const { body } = await ask(paths.login, {
      body: JSON.stringify({ email: 'thandi@kand.example', password: demoPassword }),
    });
    const { token } = JSON.parse(body) as { readonly token: string };
    const upgrade = request(new URL(`/market?access_token=${token}`, server.url), {
      ca,
      agent: false,
      servername: 'floor.example',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    });
    upgrade.end();
    const [response, socket] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Duplex];
    expect(response.statusCode).toBe(101);
    socket.destroy();
  });

  it('accepts the operator’s calls by the certificate in the data folder, and no token is sent to another server', async () => {
    const address = await readOperatorAddress(server.dataFolder);
    if (address === null) throw new Error('There is no address.');
    const users = { operatorId: 'test', request: { action: 'users' } };
    expect(await postJson(address, '/operator/act', users)).toMatchObject({ status: 200 });
    const other = { ...address, certificate: 'A'.repeat(43) };
    await expect(postJson(other, '/operator/act', users)).rejects.toThrow(
      'not the server of the data folder',
    );
  });

  it('answers nothing over plain HTTP', async () => {
    await expect(fetch(server.url.replace('https', 'http') + paths.getClientSettings)).rejects.toThrow();
  });
});

describe('a server behind a proxy with the certificate', () => {
  let server: ServerInAFolder;
  beforeAll(async () => {
    server = await serverInAFolder({ trustedProxies: ['10.1.2.3'] });
  });
  afterAll(() => server.close());

  it.each([
    ['a trusted proxy', '10.1.2.3', 'floor.example', year],
    ['a trusted proxy, for localhost', '10.1.2.3', 'localhost', undefined],
    ['anybody else', '10.9.9.9', 'floor.example', undefined],
  ])('believes X-Forwarded-Proto of %s (%s, %s)', async (_who, remoteAddress, host, wanted) => {
    const { headers } = await server.call({
      method: 'GET',
      url: paths.getClientSettings,
      headers: { host, 'x-forwarded-proto': 'https' },
      remoteAddress,
    });
    expect(headers['strict-transport-security']).toBe(wanted);
  });
});

describe('the header about HTTPS', () => {
  it('is for names over TLS only', () => {
    expect(needsTransportSecurity({ isTls: true, host: 'floor.example:443' })).toBe(true);
    for (const host of ['localhost', '10.0.0.1', '[2001:db8::1]:4173', '%%', undefined])
      expect(needsTransportSecurity({ isTls: true, host })).toBe(false);
    expect(needsTransportSecurity({ isTls: false, host: 'floor.example' })).toBe(false);
  });
});

describe('the files of --tls-cert and --tls-key', () => {
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), 'openpit-tls-'));
    await writeFile(join(other, 'text.pem'), 'no PEM');
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(join(other, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  });
  afterAll(() => rm(other, { recursive: true }));

  it.each([
    ['none.pem', 'key.pem', /^--tls-cert: .+none\.pem cannot be read \(ENOENT\)\.$/],
    ['text.pem', 'key.pem', /^--tls-cert: .+text\.pem has no certificate in PEM\.$/],
    [certFile, 'text.pem', /^--tls-key: .+text\.pem has no private key in PEM without a password\.$/],
    [certFile, 'key.pem', /^--tls-key: .+key\.pem is not the key of the certificate in .+\.$/],
  ])('are checked before the market is opened: %s and %s', async (cert, key, sentence) => {
    const [certPath, keyPath] = [cert, key].map((name) => (name.startsWith('/') ? name : join(other, name)));
    await expect(readTlsFiles({ certFile: certPath ?? '', keyFile: keyPath ?? '' })).rejects.toThrow(
      sentence,
    );
  });
});
