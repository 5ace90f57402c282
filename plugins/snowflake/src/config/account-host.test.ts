import { expect, it } from 'vitest';
import { accountIdentifier } from './account-host.ts';

it.each([
  ['myorg-my-account.snowflakecomputing.com', 'MYORG-MY-ACCOUNT'],
  ['xy12345.eu-central-1.snowflakecomputing.com', 'XY12345'],
  ['xy12345.us-east-1.privatelink.snowflakecomputing.com', 'XY12345'],
  ['xy12345-1a2b3c.global.snowflakecomputing.com', 'XY12345'],
])('returns the account of %s for tokens: %s', (host, account) => {
  expect(accountIdentifier(host)).toBe(account);
});
