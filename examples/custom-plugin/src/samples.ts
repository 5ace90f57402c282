const TARGET = { host: 'mariadb.example.com', port: 3306, database: 'governance' };

/** A complete config for each sign-in method, for docs, forms and the conformance kit. */
export const SAMPLES = {
  password: {
    ...TARGET,
    connectionLimit: 10,
    authenticationType: 'password',
    username: 'administrator',
    password: 'Correct4Horse9Battery',
  },
};
