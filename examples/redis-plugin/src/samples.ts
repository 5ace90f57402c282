/** A complete config for each way to sign in: docs, forms and the conformance kit use them. */
export const SAMPLES = {
  password: {
    host: 'redis.example.com',
    port: 6379,
    prefix: 'governance',
    access: 'read',
    persistence: 'acl-file',
    authenticationType: 'password',
    username: 'administrator',
    password: 'Correct4Horse9Battery',
  },
};
