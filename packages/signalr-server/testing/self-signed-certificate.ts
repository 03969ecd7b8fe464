// A self-signed certificate for localhost, created for each run, so that tests over HTTPS need no file and no
// tool. It is encoded here in DER (X.509 version 3, RFC 5280), because node:crypto creates keys and
// signatures but no certificates.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sequence = 0x30;
const set = 0x31;
const objectId = 0x06;
const utf8 = 0x0c;
const generalizedTime = 0x18;
const integer = 0x02;
const bitString = 0x03;
const octetString = 0x04;

const ecdsaWithSha256 = der(sequence, der(objectId, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = der(objectId, Buffer.from('550403', 'hex'));
const subjectAltName = der(objectId, Buffer.from('551d11', 'hex'));

/** Key and certificate in PEM for `localhost` and 127.0.0.1, valid from one hour ago until in a week. */
export function selfSignedCertificate(nowMs = Date.now()): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(sequence, der(set, der(sequence, commonName, der(utf8, Buffer.from('localhost')))));
  const hourMs = 3_600_000;
  const validity = der(sequence, time(nowMs - hourMs), time(nowMs + 7 * 24 * hourMs));
  // [2] dNSName and [7] iPAddress of RFC 5280, §4.2.1.6.
  const names = der(sequence, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(0xa3, der(sequence, der(sequence, subjectAltName, der(octetString, names))));
  const version3 = der(0xa0, der(integer, Buffer.from([2])));
  // Must be positive.
  const serial = der(integer, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(
    sequence,
    ...[version3, serial, ecdsaWithSha256, name, validity, name, subjectKey, extensions],
  );
  const signature = der(bitString, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = der(sequence, content, ecdsaWithSha256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length, contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return der(generalizedTime, Buffer.from(`${digits}Z`));
}
