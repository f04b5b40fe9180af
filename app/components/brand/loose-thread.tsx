import { drawCloth } from './cloth.ts';

const cloth = drawCloth({ columns: 6, rows: 3, pitch: 20, origin: { x: 32, y: 24 }, overhang: 16 });
/** The loose end, from the end of the last row. */
const stray = 'M148 64c30 0 48-4 56-16s-4-30-18-24-2 40 32 40h12';

/** A patch of cloth whose thread has come loose; beside an error. */
export function LooseThread() {
  return (
    <svg className="loose-thread" viewBox="0 0 240 88" fill="none" strokeLinecap="round" aria-hidden="true">
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft" d={cloth.weft} />
      <path className="cloth__weft" d={stray} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
