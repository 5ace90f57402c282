import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import { runCall } from '../objects/run-call.ts';
import type { Settings } from '../settings.ts';
import type { S3Session } from './s3-session.ts';
import { connectSdk } from './sdk-calls.ts';

/**
 * Opens a session. A role to assume is assumed here; invalid credentials without a role fail with the first call.
 *
 * @throws PlatformError `invalid-input` for `auto` if the options refuse it.
 */
export async function connect(
  { config, signal, deadlineMs }: Pick<ConnectionRequest<S3Config, never>, 'config' | 'signal' | 'deadlineMs'>,
  settings: Settings,
): Promise<S3Session> {
  if (settings.refusesAuto && config.authenticationType === 'auto') throw autoRefused();
  const connection = { config, signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]) };
  const aws = await (settings.connect?.(connection) ?? connectSdk(connection, settings));
  return {
    aws,
    async run(operation, context) {
      if (operation.kind !== 'call') {
        throw new PlatformError({ failureClass: 'internal', message: 'AWS has calls and runs no statements.' });
      }
      return runCall(aws, operation, context.signal);
    },
    close: () => aws.close(),
  };
}

function autoRefused(): PlatformError {
  return new PlatformError({
    failureClass: 'invalid-input',
    message: 'The service does not use its own credentials for integrations.',
    help: 'Set authenticationType to "accessKey", with the access key of an IAM user.',
  });
}
