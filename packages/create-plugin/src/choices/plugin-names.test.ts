import { describe, expect, it } from 'vitest';
import { pluginNames } from './plugin-names.ts';

describe('the name of a platform', () => {
  it.each([
    ['MariaDB', 'MariaDB', 'mariadb', 'mariadb'],
    ['Light House', 'Light House', 'light-house', 'lightHouse'],
    [' Vertica ', 'Vertica', 'vertica', 'vertica'],
    ['Db2 for-i', 'Db2 for-i', 'db2-for-i', 'db2ForI'],
  ])('"%s" is converted to its forms', (name, display, id, identifier) => {
    expect(pluginNames(name)).toEqual({ display, id, identifier, packageName: `portcullis-plugin-${id}` });
  });

  it.each(['', '  ', '3com', 'a/b', 'Ünï', 'a  b', 'a-', '../x', 'x'.repeat(41), 'Class', 'a"; b'])(
    '"%s" is rejected, with a suggestion',
    (name) => {
      expect(() => pluginNames(name)).toThrow(
        expect.objectContaining({ code: 'NAME_INVALID', help: expect.stringMatching(/^(Use|Add)/) }),
      );
    },
  );

  it.each(['Snowflake', 'Amazon Redshift', 'redshift', 'Native S3', 'BigQuery'])('%s already has a plugin', (name) => {
    expect(() => pluginNames(name)).toThrow(
      expect.objectContaining({ code: 'NAME_TAKEN', help: expect.stringContaining('npm install @portcullis/plugin-') }),
    );
  });
});

describe('the name of the package', () => {
  it.each(['@acme/portcullis-plugin-mariadb', 'mariadb_plugin', 'a.b'])('may be %s', (packageName) => {
    expect(pluginNames('MariaDB', packageName).packageName).toBe(packageName);
  });

  it.each(['@portcullis/plugin-mariadb', 'Upper', '.hidden', 'a b', '@acme', 'x'.repeat(215)])(
    'must not be "%s"',
    (packageName) => {
      expect(() => pluginNames('MariaDB', packageName)).toThrow(
        expect.objectContaining({ code: 'PACKAGE_NAME_INVALID' }),
      );
    },
  );
});
