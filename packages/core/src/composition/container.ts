import 'reflect-metadata';
import { container, type DependencyContainer, type InjectionToken, instanceCachingFactory } from 'tsyringe';

/** The private key of a part. Other code can neither resolve nor replace it. */
export type Token<Part> = symbol & { readonly part?: Part };

/** The parts of one instance, each created once at its first use. */
export interface Parts {
  get<Part>(token: Token<Part>): Part;
  add<Part>(token: Token<Part>, make: (parts: Parts) => Part): void;
}

/**
 * Creates a container for one instance: a child of tsyringe's root in which everything is registered by factory. Nothing
 * falls back to the root, and no class needs decorators.
 *
 * The polyfill is imported here, in a module with functions, because bundlers that use `"sideEffects": false` would drop a module
 * with re-exports only.
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
