import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate with its key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of a test. */
export interface CertificateAuthority {
  /** The certificate to trust, in PEM. */
  readonly cert: string;
  /** Issues a certificate for a server of these names, or for a client, with an RSA key on request. */
  issue(names: readonly string[], options?: { readonly expired?: boolean; readonly rsa?: boolean }): Certificate;
}

const DAY = 86_400_000;

/** A certificate authority that lives as long as the test. Source: RFC 5280, sections 4.1 and 4.2. */
export function createCertificateAuthority(): CertificateAuthority {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = name('Test Authority');
  const cert = certificate({
    issuer,
    subject: issuer,
    subjectKey: pair.publicKey,
    signer: pair.privateKey,
    extensions: [extension('55 1d 13', true, sequence(tagged(0x01, Buffer.from([0xff]))))],
    notAfter: new Date(Date.now() + DAY),
  });
  return {
    cert,
    issue(names, { expired = false, rsa = false } = {}) {
      const server = rsa
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = names.map((each) => tagged(0x82, Buffer.from(each)));
      return {
        cert: certificate({
          issuer,
          subject: name(names[0] ?? ''),
          subjectKey: server.publicKey,
          signer: pair.privateKey,
          extensions: [extension('55 1d 11', false, sequence(...alternatives))],
          notAfter: new Date(Date.now() + (expired ? -DAY : DAY)),
        }),
        key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

interface Content {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly subjectKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notAfter: Date;
}

const ECDSA_WITH_SHA256 = sequence(identifier('2a 86 48 ce 3d 04 03 02'));

function certificate({ issuer, subject, subjectKey, signer, extensions, notAfter }: Content): string {
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(time(new Date(Date.now() - 2 * DAY)), time(notAfter)),
    subject,
    subjectKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, signer)]));
  const body = sequence(content, ECDSA_WITH_SHA256, signature).toString('base64');
  // Some parsers reject an empty line at the end.
  const lines = body.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function name(common: string): Buffer {
  return sequence(tagged(0x31, sequence(identifier('55 04 03'), tagged(0x0c, Buffer.from(common)))));
}

function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
}

function extension(hex: string, critical: boolean, value: Buffer): Buffer {
  const isCritical = critical ? [tagged(0x01, Buffer.from([0xff]))] : [];
  return sequence(identifier(hex), ...isCritical, tagged(0x04, value));
}
