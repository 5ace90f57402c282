import { redshift } from '@portcullis/plugin-redshift';

export const warehouse = redshift();
// For tests on a PostgreSQL server, with TLS optional and loopback hosts allowed:
export const local = redshift({ engine: 'postgresql' });
