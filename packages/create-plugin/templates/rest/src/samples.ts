const TARGET = {
  host: 'light-house.example.com',
  space: 'governance',
  readers: 'analysts',
  retentionDays: 30,
};

/** A complete config for each sign-in method, for docs, forms and the conformance kit. */
export const SAMPLES = {
  // @if token
  token: { ...TARGET, authenticationType: 'token', token: 'an-access-token-of-the-platform' },
  // @end
  // @if password
  password: {
    ...TARGET,
    authenticationType: 'password',
    username: 'portcullis',
    password: 'Correct4Horse9Battery',
  },
  // @end
  // @if oauth-client
  oAuthClient: {
    ...TARGET,
    authenticationType: 'oAuthClient',
    oAuthClient: {
      tokenUrl: 'https://login.example.com/oauth2/token',
      clientId: 'portcullis',
      clientSecret: 'Correct4Horse9Battery',
      scope: 'spaces',
    },
  },
  // @end
};
