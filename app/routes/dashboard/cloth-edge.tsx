import { weave } from '#app/components/brand/cloth.ts';

const cloth = weave({ columns: 16, rows: 3, pitch: 12, origin: { x: 12, y: 10 }, overhang: 6 });

/** The cloth of the launch screen, finished: the corner of the workspace's card. Decoration. */
export function ClothEdge() {
  return (
    <svg className="cloth-edge" viewBox="0 0 210 44" fill="none" strokeLinecap="round" aria-hidden="true">
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft" d={cloth.weft} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
