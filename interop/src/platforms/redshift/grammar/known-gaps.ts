/** A shape of statement that the parser's grammar lacks although the platform documents it. */
export interface KnownGap {
  readonly shape: RegExp;
  /** The page that documents it: the second referee. */
  readonly page: string;
}

/** Every gap with its page. Anything else that is not understood fails the suite, and so does a gap that has closed. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  { shape: /^DROP ROLE "(?:[^"]|"")+" FORCE$/, page: 'Amazon Redshift Database Developer Guide, "DROP ROLE"' },
  {
    shape: /^GRANT (CREATE|DROP) (USER|ROLE) TO ROLE "(?:[^"]|"")+"$/,
    page: 'Amazon Redshift Database Developer Guide, "GRANT", Granting role permissions',
  },
  {
    shape: /^ALTER DATABASE "(?:[^"]|"")+" OWNER TO "(?:[^"]|"")+"$/,
    page: 'Amazon Redshift Database Developer Guide, "ALTER DATABASE"',
  },
];
