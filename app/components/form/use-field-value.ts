import { useEffect, useState } from 'react';
import type { Field } from './use-form.ts';

/** @returns the current value of a field's control, for parts that depend on it; empty for none. */
export function useFieldValue({ formId, name, initialValue }: Field): string {
  const [value, setValue] = useState(typeof initialValue === 'string' ? initialValue : '');
  useEffect(() => {
    const read = () => {
      const form = document.getElementById(formId);
      const control = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
      if (control && 'value' in control) setValue(String(control.value));
    };
    // A browser may restore a choice before the script runs.
    read();
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, [formId, name]);
  return value;
}
