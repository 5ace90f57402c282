/**
 * `<cluster>.<hash>.<region>.redshift.amazonaws.com[.cn]` or
 * `<workgroup>.<account>.<region>.redshift-serverless.amazonaws.com[.cn]`. Source: Amazon Redshift Management Guide, "Finding your
 * cluster connection string" and "Connecting to Amazon Redshift Serverless".
 */
const AMAZON_HOST = /^[a-z0-9-]+\.[a-z0-9]+\.[a-z0-9-]+\.redshift(-serverless)?\.amazonaws\.com(\.cn)?$/;

/** Whether a host is an endpoint as Amazon names them. Custom names are possible, so this is only good for a warning. */
export function isAmazonHost(host: string): boolean {
  return AMAZON_HOST.test(host);
}
