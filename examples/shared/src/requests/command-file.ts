import type { DataFolder } from '../data-folder/open-data-folder.ts';
import type { DemoTarget } from '../target/start-demo-target.ts';

/**
 * Writes the integration with the demo target as a file for the command line, which is YAML or JSON. The password is a reference to
 * the file that has it.
 *
 * @returns the path of the file.
 */
export function writeCommandFile(target: DemoTarget, data: DataFolder, database: string): Promise<string> {
  const { host, port, initialDatabase, administrator } = target;
  return data.writeJson(['requests', 'integration.yaml'], {
    type: 'Redshift',
    // As in the host: the target is a PostgreSQL server of this machine.
    pluginOptions: { engine: 'postgresql', localPorts: [port] },
    autoBootstrap: true,
    config: {
      host,
      port,
      database,
      initialDatabase,
      authenticationType: 'userPassword',
      username: administrator.username,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of the command line
      password: '${file:../target-administrator-password}',
    },
  });
}
