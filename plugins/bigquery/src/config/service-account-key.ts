import { createPrivateKey } from 'node:crypto';
import { accountDomain, NAME_RULES } from '../names.ts';

/** The credentials of the service, from the key file of a service account. */
export interface ServiceAccountKey {
  readonly project: string;
  readonly email: string;
  readonly privateKey: string;
  readonly privateKeyId: string;
}

/** The only address that receives assertions. Source: Google, "Using OAuth 2.0 for Server to Server Applications". */
export const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';

type Members = Readonly<Record<string, unknown>>;

/**
 * The rules of a key file, in the order of their messages. No message repeats a value, because most values are
 * secret.
 */
const KEY_RULES: readonly (readonly [isMet: (members: Members) => boolean, message: string])[] = [
  [({ type }) => type === 'service_account', 'The "type" of the key must be "service_account".'],
  [({ project_id: id }) => matches(NAME_RULES.project.pattern, id), 'The key has no valid "project_id".'],
  [
    ({ client_email: email }) => matches(/^[a-z0-9.-]+@[a-z0-9.-]+\.gserviceaccount\.com$/, email),
    'The "client_email" of the key is not the address of a service account.',
  ],
  [
    ({ client_email: email, project_id: id }) => isPossibleAccount(String(email), String(id)),
    'The "client_email" of the key is not an account that its project can have.',
  ],
  [({ private_key_id: id }) => matches(/^[\w-]{1,128}$/, id), 'The key has no valid "private_key_id".'],
  [
    ({ token_uri: address }) => address === undefined || address === TOKEN_ADDRESS,
    `The "token_uri" of the key must be ${TOKEN_ADDRESS}: the key is sent to no other address.`,
  ],
  [
    ({ universe_domain: domain }) => domain === undefined || domain === 'googleapis.com',
    'The "universe_domain" of the key must be googleapis.com.',
  ],
  [
    ({ private_key: key }) => isRsaKey(key),
    'The "private_key" of the key is not an RSA key of at least 2,048 bits in PEM.',
  ],
];

/** Returns the problem with the text of a key file, or `undefined`. */
export function keyProblem(text: string): string | undefined {
  const members = membersOf(text);
  if (!members) return 'The credential is not the JSON text of a service-account key file.';
  return KEY_RULES.find(([isMet]) => !isMet(members))?.[1];
}

/** Returns the required parts of a checked key file. */
export function readKey(text: string): ServiceAccountKey {
  const members = membersOf(text) ?? {};
  return {
    project: String(members.project_id),
    email: String(members.client_email),
    privateKey: String(members.private_key),
    privateKeyId: String(members.private_key_id),
  };
}

/** Returns whether the account of a key belongs to the project that the key names. */
export function belongsToItsProject({ project, email }: ServiceAccountKey): boolean {
  return email.endsWith(`@${accountDomain(project)}`);
}

/**
 * Returns whether a project can have an account. Ids of its own accounts follow a rule; accounts that Google creates
 * are in other domains.
 */
function isPossibleAccount(email: string, project: string): boolean {
  const [id, domain] = email.split('@');
  return domain !== accountDomain(project) || matches(NAME_RULES.accountId.pattern, id);
}

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.exec(value)?.[0] === value;
}

function isRsaKey(pem: unknown): boolean {
  if (typeof pem !== 'string' || !pem.startsWith('-----BEGIN PRIVATE KEY-----')) return false;
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}
