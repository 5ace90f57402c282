import { expect, it } from 'vitest';
import { productOf } from './product.ts';

it('reads product and version from the result of version()', () => {
  const redshift =
    'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017 (Red Hat 3.4.2-6.fc3), Redshift 1.0.61191';
  expect(productOf(redshift)).toEqual({ product: 'Amazon Redshift', version: '1.0.61191' });
  expect(productOf('PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc')).toEqual({
    product: 'PostgreSQL',
    version: '18.4',
  });
  expect(productOf('MySQL 9')).toEqual({ product: 'unknown', version: '' });
});
