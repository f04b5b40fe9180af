import { drawCloth } from '#app/components/brand/cloth.ts';

export interface WeavingLoaderProps {
  /** Whether the loom runs; else the finished cloth is shown. */
  isActive: boolean;
}

const cloth = drawCloth({ columns: 9, rows: 5, pitch: 20, origin: { x: 40, y: 30 }, overhang: 16 });

/** A thread being woven, for the screen that waits for a workspace. Decorative: text beside it gives the state. */
export function WeavingLoader({ isActive }: WeavingLoaderProps) {
  return (
    <svg
      className={isActive ? 'weaving weaving--active' : 'weaving'}
      viewBox="0 0 240 140"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft weaving__weft" pathLength="100" d={cloth.weft} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
