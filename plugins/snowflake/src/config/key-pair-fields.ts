import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { roleField } from './target-fields.ts';
import { usernameField } from './user-password-fields.ts';

/** A user with a key pair. Source: Snowflake, "Key-pair authentication and key-pair rotation". */
export function keyPairFields() {
  return {
    authenticationType: z.literal('keyPair').meta({
      title: 'Authentication type',
      description: 'Sign in with an RSA key pair whose public key the user has.',
      examples: ['keyPair'],
    }),
    username: usernameField(),
    privateKey: z
      .strictObject({
        content: secret(
          z
            .string()
            .min(1, 'The private key is empty.')
            .max(16_384)
            .meta({
              title: 'Private key',
              description: 'The private key as PEM (PKCS #8 or PKCS #1), an RSA key of at least 2,048 bits.',
              examples: ['-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----'],
            }),
        ),
        keyName: hidden(
          z
            .string()
            .min(1)
            .max(255)
            .optional()
            .meta({ title: 'Key name', description: 'A display name of the key.', examples: ['governance key'] }),
        ),
        userFilename: hidden(
          z
            .string()
            .min(1)
            .max(255)
            .optional()
            .meta({
              title: 'File name',
              description: 'The name of the file that the key was uploaded from.',
              examples: ['rsa_key.p8'],
            }),
        ),
      })
      .meta({ title: 'Private key', description: 'The private key of that user.' }),
    privateKeyPassword: secret(
      z
        .string()
        .min(1)
        .max(1_024)
        .optional()
        .meta({
          title: 'Password of the private key',
          description: 'For an encrypted private key.',
          examples: ['Correct4Horse9Battery'],
        }),
    ),
    role: roleField(),
  };
}
