const TARGET = {
  host: 'light-house.example.com',
  port: 5432,
  database: 'analytics',
  schema: 'governance',
};

/** A complete config for each sign-in method, for docs, forms and the conformance kit. */
export const SAMPLES = {
  // @if password
  password: {
    ...TARGET,
    connectionLimit: 10,
    authenticationType: 'password',
    username: 'administrator',
    password: 'Correct4Horse9Battery',
  },
  // @end
  // @if key-pair
  keyPair: {
    ...TARGET,
    connectionLimit: 10,
    authenticationType: 'keyPair',
    username: 'administrator',
    certificate: 'the client certificate, in PEM form',
    privateKey: 'the private key that belongs to it, in PEM form',
  },
  // @end
  // @if oauth-client
  oAuthClient: {
    ...TARGET,
    connectionLimit: 10,
    authenticationType: 'oAuthClient',
    username: 'administrator',
    oAuthClient: {
      tokenUrl: 'https://login.example.com/oauth2/token',
      clientId: 'portcullis',
      clientSecret: 'Correct4Horse9Battery',
      scope: 'database',
    },
  },
  // @end
};
