import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  KeyObject,
} from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Random } from '../../ports/random.ts';
import { SEAL_SCHEME, type TransferHeader } from './transfer-format.ts';

const CIPHER = { name: 'aes-256-gcm', options: { authTagLength: 16 } } as const;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** An X25519 key: one of `node:crypto`, or its text as PEM. */
export type TransferKey = KeyObject | string;

type SealedHeader = NonNullable<TransferHeader['sealed']>;

/** The sealer for the secrets of a file. */
export interface TransferSealer {
  readonly header: SealedHeader;
  /** @param binding - authenticated, so that a value that was sealed for one place cannot be opened in another. */
  seal(text: string, binding: string): Uint8Array;
}

/**
 * Creates a sealer to the public key of the importer: a new key pair for the file, X25519 with the key of the importer, HKDF-SHA256 over
 * both public keys, AES-256-GCM for each value.
 *
 * @throws ServiceError `OPTIONS_INVALID` for any other key.
 */
export function createTransferSealer(publicKey: TransferKey, random: Random): TransferSealer {
  const recipient = keyOf(publicKey, 'public');
  const pair = generateKeyPairSync('x25519');
  const header: SealedHeader = {
    scheme: SEAL_SCHEME,
    recipient: bytesOf(recipient).toString('base64'),
    ephemeral: bytesOf(pair.publicKey).toString('base64'),
  };
  const key = derive(diffieHellman({ privateKey: pair.privateKey, publicKey: recipient }), header);
  return {
    header,
    seal(text, binding) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER.name, key, nonce, CIPHER.options);
      cipher.setAAD(Buffer.from(binding, 'utf8'));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
  };
}

/** The opener for the secrets of a file. */
export type TransferOpener = (sealed: Uint8Array, binding: string) => string;

/**
 * Creates the opener for the secrets of a file.
 *
 * @throws ServiceError `EXPORT_KEY_WRONG` without the key that the file was sealed to, `OPTIONS_INVALID` for a key that is not
 * X25519.
 */
export function createTransferOpener(header: SealedHeader, privateKey: TransferKey | undefined): TransferOpener {
  if (privateKey === undefined) throw wrongKey('The file has sealed secrets: pass the privateKey that opens them.');
  const own = keyOf(privateKey, 'private');
  if (bytesOf(createPublicKey(own)).toString('base64') !== header.recipient) {
    throw wrongKey('The secrets of the file are sealed to another key than the privateKey that was passed.');
  }
  const publicKey = ephemeralOf(header);
  const key = derive(diffieHellman({ privateKey: own, publicKey }), header);
  return (sealed, binding) => {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv(CIPHER.name, key, bytes.subarray(0, NONCE_BYTES), CIPHER.options);
    decipher.setAAD(Buffer.from(binding, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  };
}

function derive(shared: Buffer, { ephemeral, recipient }: SealedHeader): Buffer {
  const salt = Buffer.concat([Buffer.from(ephemeral, 'base64'), Buffer.from(recipient, 'base64')]);
  return Buffer.from(hkdfSync('sha256', shared, salt, SEAL_SCHEME, KEY_BYTES));
}

function ephemeralOf({ ephemeral }: SealedHeader): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(ephemeral, 'base64'), format: 'der', type: 'spki' });
  } catch (cause) {
    throw wrongKey('The key in the first line of the file is corrupted.', cause);
  }
}

function keyOf(key: TransferKey, half: 'public' | 'private'): KeyObject {
  const option = half === 'public' ? 'publicKey' : 'privateKey';
  const invalid = (cause?: unknown) =>
    new ServiceError('OPTIONS_INVALID', `${option} must be an X25519 ${half} key, as PEM or as a KeyObject.`, {
      details: { option },
      cause,
    });
  let object: KeyObject;
  try {
    object = key instanceof KeyObject ? key : half === 'public' ? createPublicKey(key) : createPrivateKey(key);
  } catch (cause) {
    throw invalid(cause);
  }
  if (object.type !== half || object.asymmetricKeyType !== 'x25519') throw invalid();
  return object;
}

function bytesOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' });
}

function wrongKey(message: string, cause?: unknown): ServiceError {
  return new ServiceError('EXPORT_KEY_WRONG', message, { cause });
}
