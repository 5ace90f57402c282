import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { usernameSchema } from './target-fields.ts';

/** The fields for signing in with a client certificate and its private key. */
export const keyPairFields = {
  authenticationType: z.literal('keyPair').meta({
    title: 'Authentication type',
    description: 'Sign in with a client certificate.',
    examples: ['keyPair'],
  }),
  username: hidden(usernameSchema),
  certificate: z
    .string()
    .min(1, 'The certificate is empty.')
    .meta({
      title: 'Certificate',
      description: 'The client certificate, in PEM form.',
      examples: ['-----BEGIN CERTIFICATE-----…'],
    }),
  privateKey: secret(
    z
      .string()
      .min(1, 'The private key is empty.')
      .meta({
        title: 'Private key',
        description: 'The private key of the certificate, in PEM form and without a passphrase.',
        examples: ['-----BEGIN PRIVATE KEY-----…'],
      }),
  ),
};
