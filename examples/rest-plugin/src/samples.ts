/** A complete config, for docs, forms and the conformance kit. */
export const SAMPLE = {
  host: 'acme.lighthouse.example.com',
  role: 'governance',
  catalog: 'sales',
  privilege: 'read',
  authenticationType: 'oAuthClient',
  clientId: 'administrator',
  clientSecret: 'Correct4Horse9Battery',
};
