import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes about tenants, their exports and their limits. */
export const TENANT_CODES = {
  TENANT_ID_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The id of a tenant is not 1 to 128 characters without control characters.',
    help: "Use the host's own id of the customer, such as a UUID.",
  },
  TENANT_UNKNOWN: {
    statusCode: 404,
    error: 'Not found',
    when: 'No tenant has this id, or it is being removed.',
    help: "Create it with tenants.create, or set the option tenants.create to 'on-first-use'.",
  },
  TENANT_EXISTS: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A tenant with this id exists, or has not been removed completely.',
    help: 'Use the existing tenant, or another id.',
  },
  TENANT_IN_USE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A tenant to be removed still has integrations, or work on a tenant to be removed, exported or imported is still running.',
    help: 'Wait until the work that the message names has ended. Before a removal, remove the integrations, or call tenants.remove with leaveOnPlatforms.',
  },
  EXPORT_CORRUPTED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The file of an import is incomplete or was changed.',
    help: 'Export the tenant again, and keep every line of the file as it is.',
  },
  EXPORT_VERSION_UNKNOWN: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The file of an import was written by a version of the library with another format.',
    help: 'Export and import with the same version of the library.',
  },
  EXPORT_KEY_WRONG: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The secrets in the file of an import are sealed to another key than the one that was passed.',
    help: 'Pass the private key that belongs to the public key of the export.',
  },
  IMPORT_CONFLICT: {
    statusCode: 409,
    error: 'Conflict',
    when: 'This database already contains an id, or the hash of a key, from the file of an import.',
    help: 'Remove the earlier copy of the tenant. If tenants move between databases, give each database its own cell.',
  },
  TENANT_SUSPENDED: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The tenant of the request is suspended.',
    help: 'Resume it with tenants.resume.',
  },
  TENANT_MISMATCH: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The principal of a call belongs to another tenant than the service that was called.',
    help: "Call the services of portcullis.tenant(id) with the id of the principal's tenant.",
  },
  TENANT_LIMIT: {
    statusCode: 409,
    error: 'Conflict',
    withRetryAfter: { statusCode: 429, error: 'Too Many Requests' },
    when: 'The tenant has reached one of its limits. Nothing was done.',
    help: 'See details for the limit. If the response has Retry-After, wait for that time. Otherwise remove some of the limited items, or raise the limit with tenants.update.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;
