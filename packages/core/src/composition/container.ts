import 'reflect-metadata';
import { container, type DependencyContainer, type InjectionToken, instanceCachingFactory } from 'tsyringe';

/** A private key of a part: code outside can neither resolve it nor register over it. */
export type Token<Part> = symbol & { readonly part?: Part };

/** The parts of one instance, made when first asked for, once each. */
export interface Parts {
  get<Part>(token: Token<Part>): Part;
  add<Part>(token: Token<Part>, make: (parts: Parts) => Part): void;
}

/**
 * A container for one instance: a child of tsyringe's root in which everything is registered by factory, so that nothing
 * falls back to the root and no class needs decorators.
 *
 * The polyfill is imported here, in a module with functions of its own: a module that only re-exported would be dropped by
 * bundlers that believe `"sideEffects": false`.
 */
export function createParts(): Parts {
  const child: DependencyContainer = container.createChildContainer();
  const parts: Parts = {
    get: <Part>(token: Token<Part>) => {
      if (!child.isRegistered(token)) throw new TypeError(`The part ${String(token)} is not registered.`);
      return child.resolve(token as InjectionToken<Part>);
    },
    add: (token, make) => {
      child.register(token as InjectionToken, { useFactory: instanceCachingFactory(() => make(parts)) });
    },
  };
  return parts;
}
