/** Returns a file with an integration of the simulated type. */
export function fileOf(database = 'gov', more = ''): string {
  return `plugin: acme-plugin-warehouse
type: Simulated
autoBootstrap: true
config:
  host: db.example.com
  database: ${database}
  authenticationType: userPassword
  username: admin
  password: \${env:WAREHOUSE_PASSWORD}
${more}`;
}

/** The password in the file of {@link fileOf}. */
export const PASSWORD = 'correct-horse-battery';
