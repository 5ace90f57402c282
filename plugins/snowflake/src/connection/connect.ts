import { type ConnectionRequest, classifyFailure, type FactValues, PlatformError } from '@portcullis/plugin-api';
import { createJsonSender } from '@portcullis/plugin-network';
import { accountIdentifier } from '../config/account-host.ts';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { useRole } from '../dialect/role-switch.ts';
import { classifyError } from '../failures/classify-error.ts';
import { writeIdentifier } from '../names/identifier.ts';
import type { Settings } from '../settings.ts';
import { createSession } from './create-session.ts';
import type { DriverOptions } from './driver/driver.ts';
import { driverOptions } from './driver/driver-options.ts';
import { openDriverTransport } from './driver/driver-transport.ts';
import { type Identity, identityFor } from './identity.ts';
import { signKeyPairToken } from './key-pair-token.ts';
import { fetchAccessToken } from './oauth-token.ts';
import { createRestTransport } from './rest/rest-transport.ts';
import type { SnowflakeSession } from './snowflake-session.ts';
import type { SqlTransport } from './sql-transport.ts';

type Request<Facts extends FactValues> = ConnectionRequest<SnowflakeConfig, Facts>;

/**
 * Opens a connection and switches to the role of the actor. A refused role does not end the connection: the test of the
 * privileged role reports it, and every statement of a set-up names its acting role.
 *
 * @throws the vendor's own error, or a PlatformError.
 */
export async function connect<Facts extends FactValues>(
  request: Request<Facts>,
  settings: Settings,
): Promise<SnowflakeSession> {
  const identity = identityFor(request);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.deadlineMs)]);
  const transport = await openTransport(request, identity, settings, signal);
  try {
    const roleRefusal = await switchRole(transport, identity.role, signal);
    return createSession(transport, { role: identity.role, roleRefusal });
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** The failure classes of a refused role, which does not end the connection. */
const ROLE_FAILURES: readonly string[] = ['missing-grant', 'not-found'];

async function switchRole(transport: SqlTransport, role: string, signal: AbortSignal): Promise<unknown> {
  try {
    await transport.execute(useRole(role), signal);
    return undefined;
  } catch (error) {
    if (isRoleFailure(error)) return error;
    throw error;
  }
}

function isRoleFailure(error: unknown): boolean {
  return ROLE_FAILURES.includes(classifyFailure(error, classifyError).class);
}

async function openTransport<Facts extends FactValues>(
  { config, deadlineMs, logger }: Request<Facts>,
  { credentials, role }: Identity,
  settings: Settings,
  signal: AbortSignal,
): Promise<SqlTransport> {
  const { transport, endpoint, identityProviders, proxy, certificateAuthorities, statementTimeoutMs } = settings;
  const address = endpoint ?? `https://${config.host}:${config.port}`;
  const isByDriver = transport === 'driver' || (transport === 'auto' && credentials.kind === 'password');
  if (!isByDriver && credentials.kind === 'password') throw passwordNeedsDriver();
  signal.throwIfAborted();
  const send = await createJsonSender({ platform: 'Snowflake', proxy, certificateAuthorities });
  try {
    const token =
      credentials.kind === 'client' ? await fetchAccessToken(credentials.client, send, identityProviders, signal) : '';
    if (isByDriver) {
      const driver = await settings.driver();
      const signIn = credentials.kind === 'client' ? { kind: 'token' as const, token } : credentials;
      const options = driverOptions(signIn, { address, host: config.host, deadlineMs, proxy });
      const open = (more: Partial<DriverOptions>) =>
        openDriverTransport(driver, { ...options, ...more }, logger, signal, statementTimeoutMs);
      const opened = credentials.kind === 'client' ? await openWithRole(role, open) : await open({});
      await send.close();
      return opened;
    }
    const rest = { send, address, statementTimeoutMs };
    if (credentials.kind === 'client') return createRestTransport({ ...rest, token, tokenType: 'OAUTH' });
    if (credentials.kind !== 'key') throw passwordNeedsDriver();
    const signed = await signKeyPairToken({ account: accountIdentifier(config.host), ...credentials });
    return createRestTransport({ ...rest, token: signed, tokenType: 'KEYPAIR_JWT' });
  } catch (error) {
    await send.close();
    throw error;
  }
}

/**
 * Signs in with a role: an access token may permit this role and not the default one of the user. If the role is refused,
 * signs in without it, so that the test of the role can report it. Source: "External OAuth overview", Scopes.
 */
async function openWithRole(
  role: string,
  open: (more: Partial<DriverOptions>) => Promise<SqlTransport>,
): Promise<SqlTransport> {
  try {
    return await open({ role: writeIdentifier(role) });
  } catch (error) {
    if (!isRoleFailure(error)) throw error;
    return open({});
  }
}

function passwordNeedsDriver(): PlatformError {
  return new PlatformError({
    failureClass: 'unsupported',
    message:
      'The SQL REST API does not accept a user name and password, and the driver is switched off in this service.',
    help: 'Use authenticationType "keyPair", or ask the operator of the service to set the option transport of snowflake() to "auto".',
  });
}
