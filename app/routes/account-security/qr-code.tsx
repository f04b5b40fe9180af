/**
 * A QR code that the server drew, black on white in both themes since scanners expect it so.
 *
 * @param path the dark modules as SVG path data, within `size` by `size` units with the quiet zone.
 * @param label its text for screen readers.
 */
export function QrCode({ path, size, label }: { path: string; size: number; label: string }) {
  // Whole pixels per module keep all modules the same size.
  const pixels = size * 3;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width={pixels}
      height={pixels}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
