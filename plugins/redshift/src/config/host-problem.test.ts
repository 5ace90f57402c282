import { describe, expect, it } from 'vitest';
import { amazonEndpoint } from './amazon-host.ts';
import { hostProblem } from './host-problem.ts';

describe('a host of Amazon Redshift', () => {
  it.each([
    'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
    'analytics.123456789012.eu-central-1.redshift-serverless.amazonaws.com',
    'examplecluster.abc123xyz789.cn-north-1.redshift.amazonaws.com.cn',
    'warehouse.example.com',
    'warehouse_eu.example.com',
  ])('may be %s', (host) => {
    expect(hostProblem(host, 'redshift')).toBeUndefined();
  });

  it.each([
    ['127.0.0.1', 'IP address'],
    ['127.1', 'IP address'],
    ['0x7f.1', 'IP address'],
    ['2130706433', 'IP address'],
    ['017700000001', 'IP address'],
    ['10.1.2.3', 'IP address'],
    ['192.168.0.1', 'IP address'],
    ['169.254.169.254', 'IP address'],
    ['::1', 'IP address'],
    ['[::1]', 'IP address'],
    ['::ffff:127.0.0.1', 'IP address'],
    ['999.999.999.999', 'IP address'],
    ['localhost', 'the machine of the service'],
    ['db.localhost', 'the machine of the service'],
    ['https://cluster.example.com', 'scheme'],
    ['cluster.example.com/dev', 'path'],
    ['admin@cluster.example.com', 'user'],
    ['cluster.example.com:5439', 'port'],
    ['cluster .example.com', 'spaces'],
    ['cluster..example.com', 'not a host name'],
    ['-cluster.example.com', 'not a host name'],
    ["cluster';--.example.com", 'not a host name'],
    [`${'a.'.repeat(130)}example.com`, 'not a host name'],
  ])('is not %s', (host, problem) => {
    expect(hostProblem(host, 'redshift')).toContain(problem);
  });
});

it('may be localhost in tests on PostgreSQL', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost', 'db']) expect(hostProblem(host, 'postgresql')).toBeUndefined();
});

it('is recognised as an endpoint of Amazon', () => {
  expect(amazonEndpoint('examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com')).toEqual({
    kind: 'cluster',
    name: 'examplecluster',
    region: 'us-east-1',
  });
  expect(amazonEndpoint('analytics.123456789012.cn-north-1.redshift-serverless.amazonaws.com.cn')).toEqual({
    kind: 'workgroup',
    name: 'analytics',
    region: 'cn-north-1',
  });
  expect(amazonEndpoint('examplecluster.abc123xyz789.eusc-de-east-1.redshift.amazonaws.eu')).toEqual({
    kind: 'cluster',
    name: 'examplecluster',
    region: 'eusc-de-east-1',
  });
  expect(amazonEndpoint('redshift.amazonaws.com.evil.example')).toBeUndefined();
  expect(amazonEndpoint('examplecluster.abc123xyz789.evil.redshift.amazonaws.com')).toBeUndefined();
  expect(amazonEndpoint('warehouse.example.com')).toBeUndefined();
});
