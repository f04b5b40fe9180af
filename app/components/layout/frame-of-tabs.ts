import { useEffect } from 'react';
import { useFrame } from './page-flash.tsx';

/** Whether another tab shows another person or account, which this tab's frame does not know yet. */
let isStale = false;

/** @returns whether the frame has to be loaded again with the next page: a session has one account for all tabs. */
export const isFrameStale = (): boolean => isStale;

/** Tells the other tabs whose frame this tab has loaded, and hears whose they load. */
export function useFrameOfTabs(): void {
  const frame = useFrame();
  useEffect(() => {
    const shown = `${frame.viewer?.username} ${frame.accounts?.currentId}`;
    const tabs = new BroadcastChannel('weft.frame');
    isStale = false;
    tabs.onmessage = ({ data }) => {
      isStale ||= data !== shown;
    };
    tabs.postMessage(shown);
    return () => tabs.close();
  }, [frame]);
}
