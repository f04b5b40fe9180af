import { expect, test } from 'vitest';
import { wholeJsonArray } from '#app/integrations/workspace-process/whole-json-array.ts';

async function pass(...chunks: string[]): Promise<string> {
  const content = new Blob(chunks).stream().pipeThrough(wholeJsonArray());
  return new Response(content).text();
}

test.for([['[]'], ['[{"id":1}]\n'], [' [', '{"a":"]"}', '] ']])(
  'a whole array passes as it is: %s',
  async (chunks) => {
    expect(await pass(...chunks)).toBe(chunks.join(''));
  },
);

test.for([['[{"id":1},'], [''], ['<html>sorry]'], ['{"data":[]}']])(
  '%s is no whole array',
  async (chunks) => {
    await expect(pass(...chunks)).rejects.toThrow('not whole');
  },
);
