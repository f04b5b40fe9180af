/** The beginning of docs/benchmarks.md. */
export const REPORT_HEAD = `# Benchmarks

Written by \`npm run bench\`; each section says when and on which machine it was measured. A ratio compares alternating runs in one session: the machine
is shared with other work, so absolute times vary between sessions, while ratios hardly do. Baselines are in \`tests/bench/baselines\`, built with the
product's own toolchain. Counts (round trips, object calls, bytes, requests) have limits in \`tests/bench/count-limits.ts\`, which
\`npm test\` enforces.

The machine runs client, database, sandbox and Worker on the same cores. Figures of raw workerd are without Miniflare in front.`;
