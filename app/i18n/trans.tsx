import type { ParseKeys } from 'i18next';
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { t } from './t.ts';
import { interpolate, type Values } from './translate.ts';

export interface TransProps {
  /** A sentence with tags, such as `Sent to <strong>{{email}}</strong>.` or `Sent <time/>`. */
  i18nKey: ParseKeys;
  values?: Values | undefined;
  /** The element of each tag beyond `<strong>` and `<code>`; what the tag encloses becomes its children. */
  components?: Elements;
}

type Elements = Readonly<Record<string, ReactElement>>;

const plain = { strong: <strong />, code: <code /> };

const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+)\s*\/>/g;

/** A sentence with embedded elements. Values are inserted after the tags were parsed, so no value is taken for a tag. */
export function Trans({ i18nKey, values = {}, components }: TransProps) {
  return <>{partsOf(t(i18nKey as 'layout.brand'), values, { ...plain, ...components })}</>;
}

function partsOf(sentence: string, values: Values, components: Elements): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of sentence.matchAll(TAG)) {
    const [whole, name = match[3] ?? '', enclosed] = match;
    const element = components[name];
    if (!element) continue;
    parts.push(interpolate(sentence.slice(end, match.index), values));
    const children = enclosed === undefined ? [] : partsOf(enclosed, values, components);
    parts.push(<Fragment key={match.index}>{cloneElement(element, {}, ...children)}</Fragment>);
    end = match.index + whole.length;
  }
  parts.push(interpolate(sentence.slice(end), values));
  return parts.filter((part) => part !== '');
}
