import { createScript } from './create-script.ts';
import { removeScript } from './remove-script.ts';
import { type BigQuerySetupInput, setupValues } from './setup-input.ts';
import { terraform } from './terraform.ts';

/** The scripts that prepare a project, as POSIX shell and as Terraform. */
export interface BigQuerySetup {
  /** The e-mail address of the created service account. */
  readonly serviceAccount: string;
  /** The permissions of the custom role. */
  readonly permissions: readonly string[];
  /** POSIX shell with `gcloud`: creates everything. Safe to run twice. */
  readonly script: string;
  /** POSIX shell with `gcloud` and `bq`: removes everything that the script created. Safe to run twice. */
  readonly removalScript: string;
  /** The same as Terraform configuration (provider `hashicorp/google`), removed by `terraform destroy`. */
  readonly terraform: string;
}

/**
 * Returns the scripts that an administrator runs before the creation of an integration: the minimal role, a service
 * account, its binding and its key. Pure: it makes no connection and contains no secret.
 *
 * @example
 * ```ts
 * const { script } = bigquerySetup({ project: 'acme-analytics', role: 'portcullis', dataset: 'portcullis' });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for a name that the platform would reject.
 */
export function bigquerySetup(input: BigQuerySetupInput): BigQuerySetup {
  const values = setupValues(input);
  return {
    serviceAccount: values.email,
    permissions: values.permissions,
    script: createScript(values),
    removalScript: removeScript(values),
    terraform: terraform(values),
  };
}
