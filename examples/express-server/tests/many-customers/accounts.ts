/** The signed-in user of a request. */
export interface Session {
  readonly customerId: string;
  readonly userId: number;
  readonly userName: string;
  readonly isAdmin: boolean;
}

/** The tables of the host: customers, users and their sessions. */
export interface Accounts {
  signUp(company: string): Promise<{ readonly customerId: string; readonly owner: Session }>;
  sessionOf(cookie: string | undefined): Promise<Session | undefined>;
  permissionsOf(customerId: string, userId: number): Promise<readonly string[] | undefined>;
  countDelivery(customerId: string): void;
}
