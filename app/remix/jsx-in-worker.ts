import { createElement, type ElementType, Fragment, type Key } from 'react';

const REACT_ELEMENT = Symbol.for('react.element');

/**
 * In place of `react/jsx-runtime` in the Worker (`vite.unused.ts`): makes an element of the properties as they are, as React 19 does.
 * React 18 copies them one by one, which is a twentieth of a page's time; the compiler makes a new object for each element anyway.
 */
export function jsx(type: ElementType, properties: object, key?: Key): unknown {
  const isPlain = !('ref' in properties) && !('key' in properties) && !hasDefaults(type);
  if (!isPlain) return createElement(type, key === undefined ? properties : { ...properties, key });
  return {
    $$typeof: REACT_ELEMENT,
    type,
    key: key === undefined ? null : String(key),
    ref: null,
    props: properties,
    _owner: null,
  };
}

function hasDefaults(type: ElementType): boolean {
  return typeof type === 'function' && 'defaultProps' in type && type.defaultProps !== undefined;
}

export { Fragment, jsx as jsxs };
