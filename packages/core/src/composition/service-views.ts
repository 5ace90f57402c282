/** A function of a service. */
export type Call = (...input: readonly unknown[]) => unknown;

/**
 * Returns the function that creates the view of a service for a tenant: an object with the members of the service, each of which
 * calls `invoke`. A server makes views for each request, so a view has only its tenant, and a member is made when it is read.
 */
export function createServiceViews<Service extends object>(
  members: readonly string[],
  invoke: (tenant: string, member: string, input: readonly unknown[]) => unknown,
): (tenant: string) => Service {
  class View {
    readonly #tenant: string;

    constructor(tenant: string) {
      this.#tenant = tenant;
    }

    static {
      for (const member of members) {
        Object.defineProperty(View.prototype, member, {
          enumerable: true,
          get(this: View): Call {
            const tenant = this.#tenant;
            return (...input) => invoke(tenant, member, input);
          },
        });
      }
    }
  }

  return (tenant) => new View(tenant) as unknown as Service;
}
