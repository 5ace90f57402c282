import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Prefix of API keys, so that scanners recognise a leaked one. */
const API_KEY_PREFIX = 'pck';

/**
 * A key of 256 random bits: `<prefix>_<43 letters and digits><checksum>`. The checksum (CRC-32, 6 letters) distinguishes a mistyped
 * key from an unknown one without a query.
 */
export function formatKey(bytes: Uint8Array, prefix: string = API_KEY_PREFIX): string {
  const secret = secretOf(bytes);
  return `${prefix}_${secret}${checksumOf(prefix, secret)}`;
}

/** Prefix, secret and checksum of a key. */
const KEY_FORM = /^([a-z]{1,12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Returns whether a text has the form of a key with any prefix, with or without a valid checksum. */
export function hasKeyForm(text: string): boolean {
  return KEY_FORM.test(text);
}

/** Returns whether a text has the form of a key and its checksum fits. */
export function isWellFormedKey(key: string, prefix: string = API_KEY_PREFIX): boolean {
  const match = KEY_FORM.exec(key);
  return match !== null && match[1] === prefix && checksumOf(prefix, match[2] as string) === match[3];
}

/** Returns the stored form of a key: its SHA-256, hexadecimal. A key has 256 random bits, so no stretching is needed. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksumOf(prefix: string, secret: string): string {
  let rest = crc32(`${prefix}_${secret}`);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function secretOf(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < SECRET_LENGTH; index += 1) {
    text = ALPHABET[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}
