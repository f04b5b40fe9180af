import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#app/domain/access/roles.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { Flash } from './flash.tsx';

/** What the root's loader gives every page's frame. */
export interface FrameData {
  viewer: { name: string; email: string; role: Role; hasBilling: boolean } | null;
  notice: NoticeCode | null;
  portalHost: string;
}

/** @returns the frame's data; empty on an error page, whose root loader may have failed. */
export function useFrame(): FrameData {
  return useRouteLoaderData<FrameData>('root') ?? { viewer: null, notice: null, portalHost: '' };
}

/** Which visit each frame was loaded for: the frame outlives it when a person goes on to another page. */
const visitOf = new WeakMap<FrameData, string>();

/** @returns the notice that a redirect left for this page; null on the pages after it. */
export function useNotice(): NoticeCode | null {
  const frame = useFrame();
  const { key } = useLocation();
  if (!visitOf.has(frame)) visitOf.set(frame, key);
  return visitOf.get(frame) === key ? frame.notice : null;
}

/** What just happened, told once. */
export function PageFlash() {
  const { t } = useTranslation();
  const notice = useNotice();
  return (
    <Flash
      message={notice && t(`notices.${notice}`)}
      tone={notice === 'session-expired' ? 'warning' : 'success'}
    />
  );
}
