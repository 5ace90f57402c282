/** The state of a real platform: a description of each object, by a name. States are compared by deep equality. */
export type RealState = Readonly<Record<string, unknown>>;

/** A managed object of a sample, in whose place a foreign one is created. */
export interface ForeignObject {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
}

/** A real engine that the author of a plugin has started, with the connection of its administrator. */
export interface RealPlatform {
  /**
   * Describes every object that the plugin could make or change, including foreign ones, without passwords and without
   * values that change by themselves.
   */
  look(): Promise<RealState>;
  /**
   * Makes an object without our mark in the place of a managed one. Returns its name in the result of `look`, or
   * undefined if such an object cannot exist alone.
   */
  make(object: ForeignObject): Promise<string | undefined>;
  /**
   * Removes the objects that `make` has created and that a failed case has left, so that the platform has its initial
   * state.
   */
  clean(): Promise<void>;
  /**
   * Runs a script as an administrator does, its slots filled. Returns the errors, if there were any.
   *
   * @param options.confirms - true if the administrator knows that all objects belong to the integration, and also runs
   * the statements that the script has commented out.
   * @default cases about scripts are skipped
   */
  runScript?(script: string, options: { readonly confirms: boolean }): Promise<string | undefined>;
  /** Stops the engine. */
  close(): Promise<void>;
}
