export interface ClothGeometry {
  columns: number;
  rows: number;
  /** Between two threads, in the units of the drawing. */
  pitch: number;
  /** The crossing of the first warp thread and the first weft row. */
  origin: { x: number; y: number };
  /** How far each thread reaches beyond the outermost crossing. */
  overhang: number;
}

/**
 * A plain weave as paths, to be drawn in this order: the warp, the weft as one thread, and the warp's pieces that lie over
 * it.
 */
export function drawCloth({ columns, rows, pitch, origin, overhang }: ClothGeometry) {
  const right = origin.x + (columns - 1) * pitch;
  const bottom = origin.y + (rows - 1) * pitch;
  const columnXs = Array.from({ length: columns }, (_, column) => origin.x + column * pitch);
  const rowYs = Array.from({ length: rows }, (_, row) => origin.y + row * pitch);
  const reach = pitch * 0.3;

  const warp = columnXs.map((x) => `M${x} ${origin.y - overhang}V${bottom + overhang}`).join('');
  const weft = rowYs
    .map((y, row) => {
      const goesRight = row % 2 === 0;
      const start =
        row === 0
          ? `M${origin.x - overhang} ${y}`
          : `a${pitch / 2} ${pitch / 2} 0 0 ${goesRight ? 0 : 1} 0 ${pitch}`;
      return `${start}H${goesRight ? right + overhang : origin.x - overhang}`;
    })
    .join('');
  const over = rowYs
    .flatMap((y, row) =>
      columnXs.filter((_, column) => (row + column) % 2 === 0).map((x) => `M${x} ${y - reach}v${2 * reach}`),
    )
    .join('');
  return { warp, weft, over };
}
