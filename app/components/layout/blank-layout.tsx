import type { ReactNode } from 'react';
import { Main, SkipLink } from './parts.tsx';

/** Only the content, in the middle of the screen (spec §2 "Blank"). */
export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <div className="layout layout--blank">
      <SkipLink />
      <Main>{children}</Main>
    </div>
  );
}
