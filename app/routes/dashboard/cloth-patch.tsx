import { drawCloth } from '#app/components/brand/cloth.ts';

const cloth = drawCloth({ columns: 6, rows: 3, pitch: 20, origin: { x: 22, y: 20 }, overhang: 12 });

/** A patch of the launch screen's cloth, above a card that has nothing to list yet. Decoration. */
export function ClothPatch() {
  return (
    <svg className="cloth-patch" viewBox="0 0 144 80" fill="none" strokeLinecap="round" aria-hidden="true">
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft" d={cloth.weft} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
