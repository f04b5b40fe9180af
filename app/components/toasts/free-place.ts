/** A rectangle in CSS pixels of the viewport. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const GAP = 8;

/**
 * Finds the lowest place in a column of the window where a box covers no visible control.
 * @param space the column: its bottom is the lowest position of the box, its top the highest.
 * @returns the box's top; null without a free place.
 */
export function freePlace(space: Box, height: number, controls: readonly Box[]): number | null {
  const beside = controls.filter(({ left, right }) => left < space.right + GAP && right > space.left - GAP);
  const bottoms = [space.bottom, ...beside.map(({ top }) => top - GAP)]
    .filter((bottom) => bottom <= space.bottom && bottom - height >= space.top)
    .sort((one, other) => other - one);
  const lowest = bottoms.find((bottom) =>
    beside.every((control) => control.top >= bottom + GAP || control.bottom <= bottom - height - GAP),
  );
  return lowest === undefined ? null : lowest - height;
}
