import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Tags of DER (ITU-T X.690). */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const DNS_NAME = 0x82;
const explicit = (number: number) => 0xa0 + number;

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const bytes = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const length = content.length < 128 ? bytes : Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};
const hex = (tag: number, text: string) => der(tag, Buffer.from(text, 'hex'));

const utcTime = (at: Date) =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`, 'ascii'));

/** The object identifier 1.2.840.10045.4.3.2. */
const ecdsaWithSha256 = der(SEQUENCE, hex(OBJECT_ID, '2a8648ce3d040302'));
/** The object identifier 2.5.4.3 with a name. */
const commonName = (name: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, hex(OBJECT_ID, '550403'), der(UTF8_STRING, Buffer.from(name)))));
/** The object identifier 2.5.29.17 with a host. */
const subjectAlternativeName = (host: string) =>
  der(SEQUENCE, hex(OBJECT_ID, '551d11'), der(OCTET_STRING, der(SEQUENCE, der(DNS_NAME, Buffer.from(host, 'ascii')))));

/**
 * A self-signed certificate for one host and its key, both as PEM: X.509 v3 (RFC 5280) with an ECDSA key on P-256.
 * Clients that have it as a trusted authority accept it.
 */
export const selfSigned = (
  host: string,
  {
    from = new Date('2020-01-01T00:00:00Z'),
    until = new Date('2049-01-01T00:00:00Z'),
  }: { from?: Date; until?: Date } = {},
): { cert: string; key: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = commonName(host);
  const body = der(
    SEQUENCE,
    der(explicit(0), hex(INTEGER, '02')),
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(explicit(3), der(SEQUENCE, subjectAlternativeName(host))),
  );
  const unusedBits = Buffer.from([0]);
  const certificate = der(
    SEQUENCE,
    body,
    ecdsaWithSha256,
    der(BIT_STRING, unusedBits, sign('sha256', body, privateKey)),
  );
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
