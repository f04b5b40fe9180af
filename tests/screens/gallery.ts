import { escapeHtml } from '#app/domain/encoding/html.ts';
import { type Screen, schemes } from './screens.ts';

/** @returns an HTML page with every picture. */
export function galleryPage(shown: readonly Screen[], widths: readonly number[]): string {
  const picture = (name: string, file: string) =>
    `<figure><a href="${name}/${file}"><img src="${name}/${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`;
  const sections = shown.map(({ name, path, as }) => {
    const pictures = schemes.flatMap((scheme) =>
      widths.map((width) => picture(name, `${scheme}-${width}.png`)),
    );
    return `<section><h2 id="${name}">${escapeHtml(name)}</h2><p>${escapeHtml(path)} · ${as}</p><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body{font:15px/1.5 system-ui,sans-serif;margin:2rem}section>div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}
figure{margin:0}img{height:26rem;border:1px solid #888}figcaption{font-size:.8rem}</style>
<h1>${shown.length} screens</h1>${sections.join('')}</html>`;
}
