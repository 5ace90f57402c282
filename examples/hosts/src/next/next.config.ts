/** The packages stay outside of the bundles, so that all of them share one copy. */
export default {
  serverExternalPackages: ['@portcullis/core', '@portcullis/http', '@portcullis/plugin-trino', '@portcullis/store-sql'],
};
