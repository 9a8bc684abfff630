/**
 * The one file that imports Rapier. Everything else gets it as an argument.
 *
 * The `-compat` package carries its WASM inlined and must be initialised once per process; its generated glue prints a
 * deprecation warning about its own arguments while doing so, which is no business of our users.
 */
import rapier from '@dimforge/rapier3d-compat';

export type {
  Collider,
  ColliderDesc,
  EventQueue,
  ImpulseJoint,
  JointData,
  PhysicsHooks,
  RigidBody,
  RigidBodyDesc,
  TempContactManifold,
  World,
} from '@dimforge/rapier3d-compat';

/** The initialised Rapier module: classes and enumerations. */
export type Rapier = typeof rapier;

let loading: Promise<Rapier> | undefined;

/**
 * Returns Rapier, initialised once per process. Calling it again is free.
 *
 * @throws what WebAssembly throws when it cannot start (a platform without WASM)
 */
export function loadRapier(): Promise<Rapier> {
  loading ??= initialize();
  return loading;
}

async function initialize(): Promise<Rapier> {
  const warn = console.warn;
  console.warn = () => undefined;
  try {
    await rapier.init();
  } finally {
    console.warn = warn;
  }
  return rapier;
}
