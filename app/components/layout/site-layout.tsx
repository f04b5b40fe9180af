import type { ReactNode } from 'react';
import { DefaultLayout } from './default-layout.tsx';
import { useFrame } from './page-flash.tsx';
import { PublicLayout } from './public-layout.tsx';

/** The frame of a page for everybody: the portal's for a signed-in person, the public one for a visitor. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { viewer } = useFrame();
  return viewer ? <DefaultLayout>{children}</DefaultLayout> : <PublicLayout>{children}</PublicLayout>;
}
