import { useId } from 'react';

/** Two crossings in each direction: the weft passes over every second warp thread, and under the others. */
const TILE = 24;

/** The cloth of the launch screen, finished: the lower edge of the workspace's card. Decoration. */
export function ClothEdge() {
  const id = useId();
  return (
    <svg className="cloth-edge" fill="none" aria-hidden="true">
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <path className="cloth__warp" d="M6 0V24M18 0V24" />
        <path className="cloth__weft" d="M0 6H24M0 18H24" />
        <path className="cloth__over" d="M6 1.5v9M18 13.5v9" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
