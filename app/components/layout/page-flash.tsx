import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { Flash } from './flash.tsx';

/** What the root's loader gives every page's frame. */
export interface FrameData {
  viewer: { name: string; email: string } | null;
  notice: NoticeCode | null;
  portalHost: string;
}

/** @returns the frame's data; empty on an error page, whose root loader may have failed. */
export function useFrame(): FrameData {
  return useRouteLoaderData<FrameData>('root') ?? { viewer: null, notice: null, portalHost: '' };
}

/** The notice that a redirect left for this page. */
export function PageFlash() {
  const { t } = useTranslation();
  const { notice } = useFrame();
  return (
    <Flash
      message={notice && t(`notices.${notice}`)}
      tone={notice === 'session-expired' ? 'warning' : 'success'}
    />
  );
}
