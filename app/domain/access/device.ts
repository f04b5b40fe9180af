/** Browser and system of a device; null when its `User-Agent` names none that we know. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** Every browser names itself within this length; a longer value would only cost time. */
const READ_LENGTH = 512;

// Order matters, the first match decides: most browsers also claim to be Chrome, and most of those Safari.
const browserMarks = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['DuckDuckGo/', 'DuckDuckGo'],
  ['Ddg/', 'DuckDuckGo'],
  ['Vivaldi/', 'Vivaldi'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
  ['Wget/', 'Wget'],
  ['PostmanRuntime/', 'Postman'],
] as const;

// An iPhone's user agent contains "like Mac OS X", an Android's "Linux". An iPad in desktop mode looks like a Mac.
const systemMarks = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * @returns a hint for a person, such as `{ browser: 'Safari', system: 'iPhone' }`: clients can send
 *   any value, so it quotes nothing of it.
 */
export function describeDevice(userAgent: string): Device {
  const head = userAgent.slice(0, READ_LENGTH);
  const firstOf = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => head.includes(mark))?.[1] ?? null;
  return { browser: firstOf(browserMarks), system: firstOf(systemMarks) };
}
