import { readArguments, refuseArguments } from '#scripts/command-line.ts';
import { hasPair } from './pairs.ts';
import { GALLERY_FOLDER, screens, widths } from './screens.ts';

const USAGE = `npm run screens                      draws every screen in every state, light and dark, at each width, into ${GALLERY_FOLDER}
npm run screens -- NAME ...          the screens whose names start with one of these
npm run screens -- --widths 360,1280 at some of the widths ${widths.join(', ')}
npm run screens -- --readme          the README's pictures, into docs/images
npm run screens -- --before FOLDER   pairs with an earlier gallery, into docs/images/before-after
npm run screens -- --pairs           the later half of the existing pairs`;
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    widths: { type: 'string' },
    before: { type: 'string' },
    readme: { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
  },
});
const chosen = screens.filter(
  ({ name, readme }) =>
    (positionals.length === 0 || positionals.some((start) => name.startsWith(start))) &&
    (!values.readme || readme !== undefined) &&
    (!values.pairs || hasPair(name)),
);
const wanted = values.widths?.split(',') ?? widths.map(String);
const drawnWidths = widths.filter((width) => wanted.includes(String(width)));
const unknown = positionals.find((start) => !screens.some(({ name }) => name.startsWith(start)));
if (unknown !== undefined) refuseArguments(`No screen’s name starts with ${unknown}.`, USAGE);
if (drawnWidths.length < wanted.length) refuseArguments(`A screen cannot be ${values.widths} wide.`, USAGE);

// Playwright and the stack take half a second to load, which a mistyped argument need not wait for.
const { drawScreens } = await import('./draw.ts');
await drawScreens(chosen, drawnWidths, values);
