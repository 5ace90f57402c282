import { redshift } from '@portcullis/plugin-redshift';

export const warehouse = redshift();
// For trials and tests on a PostgreSQL server, with TLS optional and loopback hosts allowed:
export const trial = redshift({ engine: 'postgresql' });
