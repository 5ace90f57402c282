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
  /** Existing objects that carry the marks of that instance. */
  readonly adopted: readonly AdoptableObject[];
  /** Missing objects. Nothing is adopted while an object is missing. */
  readonly missing: readonly AdoptableObject[];
  /** Existing objects without these marks, or of another integration. They are never adopted. */
  readonly foreign: readonly AdoptableObject[];
  /** Objects that are not visible. They are recorded as adopted, and a removal that still cannot see them does not drop them. */
  readonly unknown: readonly AdoptableObject[];
  /** Other instances whose marks were found on the objects of this target. */
  readonly otherInstances: readonly string[];
}
