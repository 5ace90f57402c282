/** A partition of AWS: regions that share accounts, ARNs and endpoints. */
export interface Partition {
  /** The second part of its ARNs. */
  readonly id: string;
  /** The form of its region names. */
  readonly regionForm: RegExp;
  /** Its known regions. An unlisted region, which may be new or misspelt, only causes a warning. */
  readonly regions: readonly string[];
}

/**
 * The partitions. Source: the partition table that AWS ships with its SDKs (`partitions.json` of the endpoint rules).
 */
export const PARTITIONS: readonly Partition[] = [
  {
    id: 'aws',
    regionForm: /^(us|eu|ap|sa|ca|me|af|il|mx)-\w+-\d+$/,
    regions: [
      ...['af-south-1'],
      ...['ap-east-1', 'ap-east-2', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-south-2'],
      ...['ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5', 'ap-southeast-6'],
      ...['ap-southeast-7', 'ca-central-1', 'ca-west-1', 'eu-central-1', 'eu-central-2', 'eu-north-1', 'eu-south-1'],
      ...['eu-south-2', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'il-central-1', 'me-central-1', 'me-south-1'],
      ...['me-west-1', 'mx-central-1', 'sa-east-1', 'sa-west-1', 'us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
    ],
  },
  { id: 'aws-cn', regionForm: /^cn-\w+-\d+$/, regions: ['cn-north-1', 'cn-northwest-1'] },
  { id: 'aws-us-gov', regionForm: /^us-gov-\w+-\d+$/, regions: ['us-gov-east-1', 'us-gov-west-1'] },
  { id: 'aws-eusc', regionForm: /^eusc-(de)-\w+-\d+$/, regions: ['eusc-de-east-1'] },
  { id: 'aws-iso', regionForm: /^us-iso-\w+-\d+$/, regions: ['us-iso-east-1', 'us-iso-west-1'] },
  { id: 'aws-iso-b', regionForm: /^us-isob-\w+-\d+$/, regions: ['us-isob-east-1', 'us-isob-west-1'] },
  { id: 'aws-iso-e', regionForm: /^eu-isoe-\w+-\d+$/, regions: ['eu-isoe-west-1'] },
  { id: 'aws-iso-f', regionForm: /^us-isof-\w+-\d+$/, regions: ['us-isof-east-1', 'us-isof-south-1'] },
];

/** Returns the partition of a region; `undefined` for an invalid region. */
export function partitionOf(region: string): Partition | undefined {
  return PARTITIONS.find(({ regionForm }) => regionForm.test(region));
}
