import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, reset, response, sends } from '../behaviours.ts';
import { delivered, failed } from '../ends.ts';
import type { FaultGroup } from '../receiver-fault.ts';

const folder = join(import.meta.dirname, '../../certificates');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const key = read('receiver.key.pem');
const good = { key, cert: read('receiver.pem') };
const expired = { key, cert: read('expired.pem') };
const old = { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
const host = 'receiver.example';
const ok = sends(response('200 OK'));

/** The header of a TLS record that announces more data than ever arrives. */
const RECORD_HEAD = Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]);

/** Faults in the handshake. */
export const TLS_FAULTS: FaultGroup = {
  title: 'The handshake',
  faults: [
    { name: 'succeeds', host, tls: good, receive: ok, end: delivered() },
    { name: 'presents an expired certificate', host, tls: expired, end: failed('CERT_HAS_EXPIRED', 'tls') },
    {
      name: 'presents a certificate for another name',
      host: 'other.example',
      tls: good,
      end: failed('ERR_TLS_CERT_ALTNAME_INVALID', 'tls'),
    },
    {
      name: 'presents a certificate from an untrusted issuer',
      host,
      tls: good,
      trusted: false,
      end: failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'),
    },
    {
      name: 'supports no version above TLS 1.1',
      host,
      tls: old,
      end: failed('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'),
    },
    { name: 'is not answered', scheme: 'https', untilDeadline: true, end: failed('ETIMEDOUT', 'tls') },
    {
      name: 'is answered byte by byte without end',
      scheme: 'https',
      receive: (socket) => {
        socket.write(RECORD_HEAD);
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      untilDeadline: true,
      end: failed('ETIMEDOUT', 'tls'),
    },
    { name: 'is ended by a reset', scheme: 'https', receive: reset, end: failed('ECONNRESET', 'tls') },
    { name: 'is ended', scheme: 'https', receive: end, end: failed('ECONNRESET', 'tls') },
    {
      name: 'meets a receiver that speaks plain HTTP',
      scheme: 'https',
      receive: (socket) => socket.once('data', () => socket.write(response('400 Bad Request'))),
      end: failed('ERR_SSL_WRONG_VERSION_NUMBER', 'tls'),
    },
    {
      name: 'is missing: plain HTTP to a receiver that speaks TLS',
      scheme: 'http',
      tls: good,
      end: failed('ECONNRESET', 'headers'),
    },
  ],
};
