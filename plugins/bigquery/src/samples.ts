import { TOKEN_ADDRESS } from './config/service-account-key.ts';
import { SAMPLE_PRIVATE_KEY } from './sample-key.ts';

const CREDENTIAL = JSON.stringify({
  type: 'service_account',
  project_id: 'acme-analytics',
  private_key_id: '0123456789abcdef0123456789abcdef01234567',
  private_key: SAMPLE_PRIVATE_KEY,
  client_email: 'portcullis@acme-analytics.iam.gserviceaccount.com',
  client_id: '123456789012345678901',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: TOKEN_ADDRESS,
  universe_domain: 'googleapis.com',
});

/** A complete config. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  { role: 'portcullis', dataset: 'governance', datasetSuffix: '_secure', location: 'EU', credential: CREDENTIAL },
];
