/** Regions as AWS names them: `us-east-1`, `us-gov-west-1`, `cn-north-1`, `eusc-de-east-1`. */
const REGION = '[a-z]{2,4}(?:-[a-z]+)+-[0-9]';
/** The domains of AWS, of AWS in China and of the European Sovereign Cloud. Source: AWS SDK for JavaScript, partitions. */
const DOMAIN = 'amazonaws\\.(?:com|com\\.cn|eu)';

/**
 * `<cluster>.<hash>.<region>.redshift.amazonaws.com[.cn]`, or `.eu`. Source: Amazon Redshift Management Guide, "Finding your cluster connection
 * string".
 */
const CLUSTER_HOST = new RegExp(`^([a-z][a-z0-9-]{0,62})\\.[a-z0-9]+\\.(${REGION})\\.redshift\\.${DOMAIN}$`);

/**
 * `<workgroup>.<account>.<region>.redshift-serverless.amazonaws.com[.cn]`, or `.eu`. Source: Amazon Redshift Management Guide, "Connecting to
 * Amazon Redshift Serverless".
 */
const WORKGROUP_HOST = new RegExp(`^([a-z0-9-]{3,64})\\.[0-9]{12}\\.(${REGION})\\.redshift-serverless\\.${DOMAIN}$`);

/** The endpoint that a host name denotes: a cluster, or a workgroup of Amazon Redshift Serverless. */
export interface AmazonEndpoint {
  readonly kind: 'cluster' | 'workgroup';
  /** The identifier of the cluster or the name of the workgroup. */
  readonly name: string;
  readonly region: string;
}

/** Parses a host name in the form of Amazon's endpoints. `undefined` for other names, such as custom domains. */
export function amazonEndpoint(host: string): AmazonEndpoint | undefined {
  const [, cluster, clusterRegion] = CLUSTER_HOST.exec(host) ?? [];
  if (cluster && clusterRegion) return { kind: 'cluster', name: cluster, region: clusterRegion };
  const [, workgroup, region] = WORKGROUP_HOST.exec(host) ?? [];
  return workgroup && region ? { kind: 'workgroup', name: workgroup, region } : undefined;
}
