import { failure } from './okta-session.ts';

/** The identity in an assertion, whose signature AWS checks. */
export interface AssertedIdentity {
  /** The identity provider of each assumable role, by the ARN of the role. */
  readonly providers: ReadonlyMap<string, string>;
  /** The database user that the identity provider assigns; otherwise the name of the session. */
  readonly databaseUser: string | undefined;
}

const ROLE = 'https://aws.amazon.com/SAML/Attributes/Role';
const SESSION_NAME = 'https://aws.amazon.com/SAML/Attributes/RoleSessionName';
const DATABASE_USER = 'https://redshift.amazon.com/SAML/Attributes/DbUser';

/**
 * Reads an assertion. Sources: IAM User Guide, "Configure SAML assertions for the authentication response" (a role and its provider,
 * in either order); Amazon Redshift Management Guide, "Configure SAML assertions for your IdP".
 *
 * @param assertion - in base64, as in the form.
 * @throws PlatformError `network` if it names no role.
 */
export async function readAssertion(assertion: string): Promise<AssertedIdentity> {
  const attributes = await attributesOf(Buffer.from(assertion, 'base64').toString('utf8'));
  const pairs = (attributes.get(ROLE) ?? []).flatMap((value): [string, string][] => {
    const arns = value.split(',').map((each) => each.trim());
    const role = arns.find((arn) => arn.includes(':role/'));
    const provider = arns.find((arn) => arn.includes(':saml-provider/'));
    return role && provider ? [[role, provider]] : [];
  });
  if (pairs.length === 0) {
    throw failure([
      'missing-grant',
      'The assertion of Okta names no role of AWS: assign roles to this account in the Okta application.',
    ]);
  }
  const [databaseUser] = attributes.get(DATABASE_USER) ?? attributes.get(SESSION_NAME) ?? [];
  return { providers: new Map(pairs), databaseUser };
}

/** Returns the values of each attribute. The prefix of element names does not matter. */
async function attributesOf(xml: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { Parser } = await import('htmlparser2');
  const attributes = new Map<string, string[]>();
  let attribute: string | undefined;
  let value: string | undefined;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag(name, { Name: named }) {
        if (local(name) === 'Attribute') attribute = named;
        if (local(name) === 'AttributeValue') value = '';
      },
      ontext(text) {
        if (value !== undefined) value += text;
      },
      onclosetag(name) {
        if (local(name) === 'AttributeValue' && attribute !== undefined && value !== undefined) {
          const text = value.trim();
          if (text !== '') attributes.set(attribute, [...(attributes.get(attribute) ?? []), text]);
          value = undefined;
        }
        if (local(name) === 'Attribute') attribute = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return attributes;
}
