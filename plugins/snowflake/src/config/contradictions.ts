import { clientCertificateProblem } from '@portcullis/plugin-api';
import { impersonationRoleName, systemRoleName } from '../names/object-names.ts';
import type { SnowflakeConfig } from './config-shapes.ts';
import { keyProblem } from './key-problem.ts';

/** A problem between the fields of a config. */
export interface Contradiction {
  readonly path: string[];
  readonly message: string;
}

/** Returns the problems that single fields cannot show: unreadable keys, and two objects with one name. */
export function contradictionsIn(config: SnowflakeConfig): readonly Contradiction[] {
  return [...credentialProblems(config), ...nameConflicts(config)];
}

/** Returns the problems of the credentials of a config or a DELETE. */
export function credentialProblems(
  config: Partial<SnowflakeConfig> & Pick<SnowflakeConfig, 'authenticationType'>,
): readonly Contradiction[] {
  if ('privateKey' in config && config.privateKey) {
    const problem = keyProblem(config.privateKey.content, config.privateKeyPassword);
    if (!problem) return [];
    const path = problem.path === 'content' ? ['privateKey', 'content'] : ['privateKeyPassword'];
    return [{ path, message: problem.message }];
  }
  if ('oAuthClientConfig' in config && config.oAuthClientConfig?.useCertificate) {
    const message = clientCertificateProblem(config.oAuthClientConfig.clientSecret);
    return message === undefined ? [] : [{ path: ['oAuthClientConfig', 'clientSecret'], message }];
  }
  return [];
}

function nameConflicts(config: SnowflakeConfig): readonly Contradiction[] {
  if (!config.impersonation.enabled) return [];
  const role = impersonationRoleName(config);
  const reservedNames = [systemRoleName(config, 'automatic'), systemRoleName(config, 'manual')];
  if (!reservedNames.includes(role)) return [];
  return [
    {
      path: ['impersonation', 'role'],
      message: 'This is the name of the system role or of the set-up role: choose another one.',
    },
  ];
}
