const THREADS = 14;
const BRIGHT_THREAD = 8;

/** One thread of a ribbon across the page: close to its neighbors, and turning over with them twice. */
function threadPath(index: number) {
  const start = 130 + index * 17;
  const low = 330 + index * 7;
  const high = 250 - index * 6;
  const end = 60 + index * 19;
  return `M-20 ${start}C200 ${start + 40} 260 ${low} 480 ${low - 10}S900 ${high} 1060 ${high - 30}S1300 ${end + 20} 1460 ${end}`;
}

/** A ribbon of threads behind a public page. Decoration. */
export function Backdrop() {
  return (
    <svg
      className="backdrop"
      viewBox="0 0 1440 560"
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      aria-hidden="true"
    >
      {Array.from({ length: THREADS }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the threads are always the same and in the same order.
          key={index}
          className={
            index === BRIGHT_THREAD ? 'backdrop__thread backdrop__thread--bright' : 'backdrop__thread'
          }
          d={threadPath(index)}
        />
      ))}
    </svg>
  );
}
