/** The parts of an answer by which a visitor can distinguish it from another, without the random parts of every page. */
export async function distinguishingParts(response: Response): Promise<unknown> {
  return {
    status: response.status,
    location: response.headers.get('Location'),
    cookies: response.headers.getSetCookie(),
    cost: response.headers.get('Server-Timing'),
    body: (await response.text()).replace(/nonce="[^"]*"/g, ''),
  };
}

/** @returns the sentence beside a field of a refused form. */
export function sentenceBeside(page: string, field: string): string {
  const input = page.match(new RegExp(`<input[^>]*name="${field}"[^>]*>`))?.[0] ?? '';
  const described = input.match(/aria-describedby="([^"]*)"/)?.[1]?.split(' ') ?? [];
  return described
    .map((id) => page.split(`<ul class="field__errors" id="${id}"`)[1]?.split('</ul>')[0] ?? '')
    .join(' ')
    .replace(/&#x27;/g, "'");
}

/** @returns the items of the first ordered list of a page. */
export function listItemsIn(page: string): string[] {
  const [list = ''] = page.match(/<ol\b[^>]*>.*?<\/ol>/s) ?? [];
  return list.split(/<li\b[^>]*>/).slice(1);
}
