import { useEffect, useState } from 'react';
import type { Field } from './use-form.ts';

/** @returns what a field's control holds now, for what depends on it; empty for none. */
export function useFieldValue({ formId, name, initialValue }: Field): string {
  const [value, setValue] = useState(typeof initialValue === 'string' ? initialValue : '');
  useEffect(() => {
    const read = () => {
      const form = document.getElementById(formId);
      const control = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
      if (control && 'value' in control) setValue(String(control.value));
    };
    // A browser may have restored what was chosen before the script ran.
    read();
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, [formId, name]);
  return value;
}
