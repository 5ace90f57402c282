import { describe, expect, it } from 'vitest';
import { configSchema } from '../config/config-schema.ts';
import { SAMPLES } from '../samples.ts';
import { setupRole } from './setup-role.ts';

const [withKey = {}, withRole = {}] = SAMPLES;
const roleOf = (sample: object, changes: object = {}) => setupRole(configSchema().parse({ ...sample, ...changes }));
const textOf = (role: ReturnType<typeof setupRole>) => (role && 'script' in role ? role.script.text : '');

describe('the identity of the service', () => {
  it('is a user if the config has a key', () => {
    const role = roleOf(withKey);
    expect(role).toMatchObject({ name: 'portcullis-service', script: { language: 'Terraform', fileExtension: 'tf' } });
    expect(textOf(role)).toContain('resource "aws_iam_user" "portcullis_service"');
    expect(textOf(role)).not.toContain('AKIA');
  });

  it('is the role that the config names, with its path and external id', () => {
    const role = roleOf(withRole, { awsRoleToAssume: 'arn:aws:iam::123456789012:role/data/reader' });
    expect(role?.name).toBe('reader');
    expect(textOf(role)).toContain('path = "/data/"');
    expect(textOf(role)).toContain('"sts:ExternalId": "portcullis-4711"');
  });

  it('is the host itself if no role is configured', () => {
    const { awsRoleToAssume: _role, awsExternalId: _id, ...alone } = withRole as Record<string, unknown>;
    expect(textOf(roleOf(alone))).toContain('resource "aws_iam_policy" "portcullis_service"');
  });

  it('is omitted for an invalid location role', () => {
    expect(roleOf(withKey, { awsLocationRole: 'reader' })).toBeUndefined();
    expect(roleOf(withKey, { awsLocationRole: 'arn:aws:iam::999999999999:role/reader' })).toBeUndefined();
  });
});
