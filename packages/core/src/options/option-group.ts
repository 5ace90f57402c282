/**
 * The names in an object of options.
 *
 * @internal The other packages of Portcullis check their options with it.
 */
export interface OptionGroup {
  /** Each name, with the names in its own value, or in each entry of it; null for a value whose names are not known. */
  readonly names: Readonly<Record<string, OptionGroup | null>>;
  /** True if the host may have other members in the object: then only similar names are refused. */
  readonly isOpen: boolean;
  /** True if every option is a function, so that any other value belongs to the host. */
  readonly hasCallbacks: boolean;
}

/**
 * The names of a type of options, none left out.
 *
 * @internal
 */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: OptionGroup | null };

/**
 * Creates the group of the names of a type of options.
 *
 * @internal
 */
export function optionGroup<Options>(
  names: OptionNames<Options>,
  { isOpen = false, hasCallbacks = false }: Partial<Pick<OptionGroup, 'isOpen' | 'hasCallbacks'>> = {},
): OptionGroup {
  return { names, isOpen, hasCallbacks };
}
