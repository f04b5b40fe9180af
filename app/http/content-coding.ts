/** IANA's content codings but `identity`. Any other name, such as the common mistake `utf-8`, encodes nothing. */
const CODINGS = new Set([
  'gzip',
  'br',
  'deflate',
  'zstd',
  'compress',
  'dcb',
  'dcz',
  'aes128gcm',
  'exi',
  'pack200-gzip',
]);

/** An element of `Accept-Encoding` (RFC 9110, section 12.5.3): a coding, and its optional weight. */
const ELEMENT = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** @returns the codings of a `Content-Encoding` header in the order in which they were applied, by their usual names. */
export function contentCodings(header: string | null): string[] {
  return namesIn(header).flatMap((name) => {
    const coding = usualName(name);
    return CODINGS.has(coding) ? [coding] : [];
  });
}

/** @returns whether an `Accept-Encoding` header accepts this coding; of two elements for it, a refusal wins. */
export function acceptsCoding(acceptEncoding: string, coding: string): boolean {
  const weights = new Map<string, number>();
  for (const element of namesIn(acceptEncoding)) {
    const [, name, weight = '1'] = ELEMENT.exec(element) ?? [];
    if (name === undefined) continue;
    const key = usualName(name);
    weights.set(key, Math.min(Number(weight), weights.get(key) ?? 1));
  }
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}

function namesIn(header: string | null): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** RFC 9110, section 8.4.1: `x-gzip` and `x-compress` are older names. */
function usualName(name: string): string {
  return name === 'x-gzip' || name === 'x-compress' ? name.slice(2) : name;
}
