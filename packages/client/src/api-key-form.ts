/** The form of an API key: prefix, 43 characters of the secret, 6 of the checksum. */
const API_KEY = /^pck_[0-9A-Za-z]{49}$/;

/** The message for a value that is not an API key. It never repeats the value, which is usually another secret. */
export const NO_API_KEY =
  'This is not an API key: API keys begin with pck_ and have 53 characters. Never send other keys, such as the keys that seal secrets and the integration keys of clusters.';

/** Returns whether a value has the form of an API key. */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && API_KEY.test(value);
}
