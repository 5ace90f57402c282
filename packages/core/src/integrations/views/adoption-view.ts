/** A managed object in an {@link AdoptionView}. */
export interface AdoptableObject {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
}

/** The objects that an adoption would adopt, and the obstacles to it. */
export interface AdoptionView {
  /** The instance whose marks the objects should carry. */
  readonly instanceId: string;
  /** There, and carrying the marks of that instance. */
  readonly adopted: readonly AdoptableObject[];
  /** Not there: nothing is adopted while something is missing. */
  readonly missing: readonly AdoptableObject[];
  /** There without these marks, or belonging to another integration: never adopted. */
  readonly foreign: readonly AdoptableObject[];
  /** Objects that are not visible. They are recorded as adopted, and a removal that still cannot see them does not drop them. */
  readonly unknown: readonly AdoptableObject[];
  /** Other instances whose marks were found on the objects of this target. */
  readonly otherInstances: readonly string[];
}
