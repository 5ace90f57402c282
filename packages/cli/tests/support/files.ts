/** An integration of the simulated type. */
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

/** What {@link fileOf} names. */
export const PASSWORD = 'correct-horse-battery';
