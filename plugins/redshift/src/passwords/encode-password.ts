import type { SlotContext } from '@portcullis/plugin-api';
import { builtIns } from '../built-ins.ts';
import type { Engine } from '../engine.ts';
import { saltedDigest } from './salted-digest.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Converts the service account's password to the form that the engine stores. */
export function passwordEncoder(engine: Engine): (password: string, context: SlotContext) => string {
  if (engine === 'postgresql') return (password, { salt }) => scramVerifier(password, salt);
  // The platform requires a salt of 256 bits, so the slot's 128 random bits are hashed.
  return (password, { salt }) => saltedDigest(password, builtIns.crypto.createHash('sha256').update(salt).digest());
}
