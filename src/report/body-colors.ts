// Used by the command and by the replay page: no imports that need Node.

/** Calm hues for what moves; ground is grey, what is not the mechanism is sand. */
const MOVING = ['#5f93c4', '#d9a05b', '#74a98c', '#a78bc0', '#c78a9c', '#7fa3b0', '#bfb065', '#6aa7ad'] as const;
const GROUND = '#b3b9c2';
const ENVIRONMENT = '#cfbf9d';

/** One colour per body, as #rrggbb. */
export function bodyColors(
  bodies: readonly { readonly isGround: boolean; readonly isEnvironment: boolean }[],
): readonly string[] {
  let next = 0;
  return bodies.map(({ isGround, isEnvironment }) => {
    if (isEnvironment) return ENVIRONMENT;
    return isGround ? GROUND : MOVING[next++ % MOVING.length]!;
  });
}
