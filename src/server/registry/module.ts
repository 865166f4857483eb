// Wires up the registry module: lookups of people and births through an authorised interface.
import type { Base, Module } from '../platform/module.ts';
import { createLookups, type LookupsDeps } from './lookups.service.ts';
import { openRegistry as connectRegistry } from './open-registry.ts';
import { registryRoutes } from './registry.routes.ts';
import type { Registry } from './registry.ts';

interface RegistryModuleDeps extends Pick<LookupsDeps, 'noteAnswer'> {
  readonly isConfirmed: (userId: number) => Promise<boolean>;
  /** Wraps the registry; tests inject failures here. */
  readonly wrap: ((registry: Registry) => Registry) | undefined;
}

export function openRegistry(base: Base, { isConfirmed, wrap, noteAnswer }: RegistryModuleDeps) {
  const { config } = base;
  const registry = connectRegistry(config, base.log);
  const lookups = createLookups({
    ...base,
    registry: wrap?.(registry) ?? registry,
    noteAnswer,
    mayAsk: async (userId) => config.sandbox.registry || isConfirmed(userId),
  });
  return {
    lookups,
    routes: (binder) => registryRoutes(binder, config.sandbox.registry),
    close: () => registry.close(),
  } satisfies Module & Record<string, unknown>;
}
