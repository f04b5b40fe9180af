/** Outlines on a 20 by 20 grid, drawn by the class `icon` with a 1.6 stroke in the color of the text around them. */
const outlines = {
  'alert-circle': 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 6.5v4M10 13.4v.1',
  'arrow-left': 'M16 10H4M9 5l-5 5 5 5',
  'arrow-right': 'M4 10h12M11 5l5 5-5 5',
  box: 'M10 2.5 16.5 6v8L10 17.5 3.5 14V6L10 2.5ZM3.5 6 10 9.6 16.5 6M10 9.6v7.9',
  check: 'm4.5 10.6 3.6 3.6 7.4-8',
  'check-circle': 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM6.8 10.3l2.3 2.3 4.2-4.8',
  'chevron-down': 'm5 7.5 5 5 5-5',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 6v4.3l2.8 1.7',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  external: 'M8 4H4.5v11.5H16V12M11.5 3.5h5v5M16 4l-7 7',
  eye: 'M1.8 10S4.7 4.5 10 4.5 18.2 10 18.2 10 15.3 15.5 10 15.5 1.8 10 1.8 10ZM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z',
  'eye-off':
    'M3 3l14 14M8.2 4.7A8 8 0 0 1 10 4.5c5.3 0 8.2 5.5 8.2 5.5a13 13 0 0 1-2.2 2.8M5 6.3A13 13 0 0 0 1.8 10s2.9 5.5 8.2 5.5a8 8 0 0 0 4-1.1M8.3 8.3a2.4 2.4 0 0 0 3.4 3.4',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 9.2v4.3M10 6.5v.1',
  mail: 'M2.5 4.5h15v11h-15zM2.8 5.2 10 11l7.2-5.8',
  plus: 'M10 4v12M4 10h12',
  refresh: 'M16 5v3.6h-3.6M4 15v-3.6h3.6M15.6 8.6A6 6 0 0 0 5 6.6M4.4 11.4A6 6 0 0 0 15 13.4',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l4 4',
  'sign-out': 'M8 3.5H3.5v13H8M12.5 6.5 16 10l-3.5 3.5M16 10H7.5',
  user: 'M10 3a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 10 3ZM3.5 17c.4-3.2 3-5 6.5-5s6.1 1.8 6.5 5',
  warning: 'M10 3 1.8 16.8h16.4L10 3ZM10 8v4M10 14.4v.1',
} as const;

export type IconName = keyof typeof outlines;

/** A line icon of 1.25em. Decorative: the text beside it, or a label on its control, carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
