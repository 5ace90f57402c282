import { type ConnectionRequest, type FactValues, PlatformError } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import { accountName } from '../names/object-names.ts';
import { SERVICE_PASSWORD } from '../objects/login.ts';

/** The account that signs in. */
export interface Account {
  readonly userName: string;
  readonly password: string;
  /** True for the service's own account, which has no user in `master` and therefore cannot connect there. */
  readonly isService: boolean;
}

/**
 * Returns the account that signs in: the privileged login if the library sets up, otherwise the service's own.
 *
 * @throws PlatformError `credentials` if the config has none: after an automatic set-up they are not stored.
 */
export function accountFor<Facts extends FactValues>({
  config,
  actor,
  mode,
  secrets,
}: Pick<ConnectionRequest<SynapseConfig, Facts>, 'config' | 'actor' | 'mode' | 'secrets'>): Account {
  const isService = actor === 'service' || mode === 'manual';
  const { username, password } = config as Partial<SynapseConfig>;
  const isOwn = actor === 'service' && mode === 'automatic';
  const userName = isOwn ? accountName(config, mode) : username;
  const secret = isOwn ? secrets[SERVICE_PASSWORD] : (secrets[SERVICE_PASSWORD] ?? password);
  if (userName && secret) return { userName, password: secret, isService };
  throw new PlatformError({
    failureClass: 'credentials',
    message: 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.',
    help: 'Send the credentials with the request.',
  });
}
