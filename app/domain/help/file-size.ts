const KB = 1024;

/** @returns a file's size in a readable unit, with one decimal below ten. */
export function fileSize(bytes: number): { unit: 'bytes' | 'kb' | 'mb'; size: string } {
  if (bytes < KB) return { unit: 'bytes', size: String(bytes) };
  const isSmall = bytes < KB * KB;
  const size = bytes / (isSmall ? KB : KB * KB);
  return { unit: isSmall ? 'kb' : 'mb', size: size.toFixed(size < 10 ? 1 : 0).replace(/\.0$/, '') };
}
