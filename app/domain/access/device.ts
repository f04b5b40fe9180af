/** What a person may recognise a device by; null where its words say nothing known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** Every browser's words start within this; more is only meant to be costly. */
const READ_LENGTH = 512;

// The first mark found decides: nearly every browser also calls itself Chrome, and nearly each of those Safari.
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

// An iPhone says "like Mac OS X", an Android "Linux". An iPad that asks for desktop pages cannot be told from a Mac.
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
 * Names a device from its `User-Agent`, which anybody may send as they like: the answer holds none of its characters,
 * and is a hint for a person, never a proof.
 *
 * @returns such as `{ browser: 'Safari', system: 'iPhone' }`.
 */
export function describeDevice(userAgent: string): Device {
  const words = userAgent.slice(0, READ_LENGTH);
  const firstOf = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => words.includes(mark))?.[1] ?? null;
  return { browser: firstOf(browserMarks), system: firstOf(systemMarks) };
}
