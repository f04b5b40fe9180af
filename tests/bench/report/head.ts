/** The beginning of docs/benchmarks.md. */
export const REPORT_HEAD = `# Benchmarks

Written by \`npm run bench\`; each chapter says when and on what it was measured. A ratio compares what ran in turn, in one run: the machine
is shared with other work, so that milliseconds differ from run to run, and ratios hardly do. Baselines are in \`tests/bench/baselines\`, built with the
product's own toolchain. Counts (round trips, object calls, bytes, requests) have limits in \`tests/bench/count-limits.ts\`, which
\`npm test\` holds.

The machine runs client, database, sandbox and Worker on the same cores. Figures of raw workerd are without Miniflare in front.`;
