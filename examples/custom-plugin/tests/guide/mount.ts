import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { mariadb } from 'portcullis-plugin-mariadb';

const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } });
// For a server on this machine without certificates. Omit the options otherwise.
const plugins = [mariadb({ tls: 'off', localHosts: 'allowed' })];
export const portcullis = await createPortcullis({ plugins, store: createMemoryStore(), secretKeys });
