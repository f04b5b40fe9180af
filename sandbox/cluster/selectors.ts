import { badRequest } from './status.ts';

type Labels = Record<string, string>;
type Requirement = (labels: Labels) => boolean;

function parseRequirement(text: string): Requirement {
  const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    const isIn = (labels: Labels) => values.includes(labels[key] ?? '');
    return operator === 'in' ? (labels) => key in labels && isIn(labels) : (labels) => !isIn(labels);
  }
  const equality = /^([^\s=!]+)\s*(==|=|!=)\s*([^\s=!]*)$/.exec(text);
  if (equality) {
    const [, key = '', operator, value = ''] = equality;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  if (/^![^\s=!]+$/.test(text)) return (labels) => !(text.slice(1) in labels);
  if (/^[^\s=!]+$/.test(text)) return (labels) => text in labels;
  throw badRequest(`unable to parse requirement: ${text}`);
}

/** The test that a `labelSelector` query makes of an object's labels. Throws StatusError 400 for one that cannot be read. */
export function parseSelector(selector: string): Requirement {
  const parts = selector
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const requirements = parts.map(parseRequirement);
  return (labels) => requirements.every((holds) => holds(labels));
}

/** The value that a selector demands of one label, when it demands one. */
export function requiredValueOf(selector: string, key: string): string | undefined {
  return selector
    .split(',')
    .map((part) => /^\s*(\S+?)\s*==?\s*(\S+)\s*$/.exec(part))
    .find((match) => match?.[1] === key)?.[2];
}
