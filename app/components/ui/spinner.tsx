/** A turning ring. Decorative: text beside it says what is in progress. */
export function Spinner() {
  return (
    <svg
      className="spinner"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="7.5" opacity="0.28" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" strokeLinecap="round" />
    </svg>
  );
}
