import type { FailureClassification } from '@portcullis/plugin-api';

/** A failure that only its message distinguishes from others with the same reason. */
interface MessageRow {
  readonly pattern: RegExp;
  readonly failure: FailureClassification;
}

/**
 * The messages of the token endpoint and of BigQuery whose reason has several meanings: `invalid_grant` is also the code of a key that was
 * deleted. Source: BigQuery documentation, "Troubleshoot query issues" (reservation). The token endpoint's descriptions are not documented;
 * they are those that users of Google's client libraries report.
 */
export const FAILURES_BY_MESSAGE: readonly MessageRow[] = [
  {
    pattern: /^Invalid JWT: Token must be a short-lived token/,
    failure: {
      class: 'credentials',
      message: 'The clock of the service is wrong: Google treats its signature as expired, or as not valid yet.',
      help: 'Set the clock of the machine on which the service runs.',
    },
  },
  {
    pattern: /^(?:Invalid grant: account not found|Account has been deleted|Robot is disabled)/,
    failure: {
      class: 'credentials',
      message: 'Google does not know the service account of the key: it was deleted or disabled.',
      help: 'Enable the account. If it was deleted, run the set-up script again, and replace the credential with the new key.',
    },
  },
  {
    pattern: /^Cannot run query: project does not have the reservation/,
    failure: {
      class: 'unsupported',
      message: 'The project has no slots for queries in the location.',
      help: 'Ask an administrator of the project to assign a reservation with slots in the location of the config, or to allow queries on demand.',
    },
  },
];
