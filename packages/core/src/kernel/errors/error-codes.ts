import type { ErrorCodeFacts } from './error-code-facts.ts';
import { INSTANCE_CODES } from './instance-codes.ts';
import { INTEGRATION_CODES } from './integration-codes.ts';
import { REQUEST_CODES } from './request-codes.ts';
import { TENANT_CODES } from './tenant-codes.ts';
import { WEBHOOK_CODES } from './webhook-codes.ts';

/** Every code of a response or a rejected promise of the core. The error index of the docs is generated from this table. */
export const ERROR_CODES = {
  ...INTEGRATION_CODES,
  ...WEBHOOK_CODES,
  ...TENANT_CODES,
  ...REQUEST_CODES,
  ...INSTANCE_CODES,
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
