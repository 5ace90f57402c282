/** A complete config for each sign-in method, for docs, forms and the conformance kit. */
export const SAMPLES = {
  password: {
    host: 'light-house.example.com',
    port: 6379,
    prefix: 'governance',
    access: 'read',
    authenticationType: 'password',
    username: 'administrator',
    password: 'Correct4Horse9Battery',
  },
};
