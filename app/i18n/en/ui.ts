/** Words of the primitives and form fields, which no screen has to bring along. */
export const ui = {
  close: 'Close',
  copy: {
    address: 'Copy address',
    copied: 'Copied.',
    notCopied: 'Your browser doesn’t allow copying. Please select the text instead.',
  },
  working: 'Working…',
  opensInNewTab: '(opens in a new tab)',
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  chooseOne: 'Choose one',
  tone: {
    info: 'Note',
    success: 'Done',
    warning: 'Warning',
    danger: 'Problem',
  },
  steps: {
    label: 'Progress',
    position: 'Step {{current}} of {{total}}: {{label}}',
    done: 'done',
  },
  meter: '{{value}} of {{max}}',
  filter: { order: 'Order', newestFirst: 'Newest first', oldestFirst: 'Oldest first', submit: 'Show' },
  csv: 'Download as CSV',
  pager: { first: 'Back to the start', older: 'Older', newer: 'Newer' },
  size: { bytes: '{{amount}} B', kB: '{{amount}} kB', MB: '{{amount}} MB', GB: '{{amount}} GB' },
  time: {
    date: '{{day}} {{month}} {{year}}',
    dateTime: '{{day}} {{month}} {{year}}, {{hour}}:{{minute}}',
    time: '{{hour}}:{{minute}}',
    zoned: '{{text}} {{zone}}',
    utc: 'UTC',
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
  },
} as const;
