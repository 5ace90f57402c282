/** The limits that an endpoint sets for its queue. */
export interface EndpointLimits {
  /** Maximum number of deliveries of the endpoint queue in flight; undefined for the common limit. */
  readonly cap: number | undefined;
  /** True when deliveries beyond the cap may be leased before they can be sent. */
  readonly ahead: boolean;
}
