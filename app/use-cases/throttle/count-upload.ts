import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { wholeSeconds } from './throttle.ts';

export type UploadPorts = Pick<Services, 'clock' | 'throttles'>;

/**
 * Counts a file of an account before it is stored, by number and by size. A refused file counts too.
 * @param bytes the file's size, or its maximum size.
 * @throws AppError uploads_used_up with the seconds until the account can send files again.
 */
export async function countUpload(ports: UploadPorts, accountId: string, bytes: number): Promise<void> {
  const now = ports.clock.now();
  const counters = [
    { ...throttleOf('uploads:account', accountId), by: 1 },
    { ...throttleOf('upload_bytes:account', accountId), by: bytes },
  ];
  const counted = await ports.throttles.count(counters, now);
  const waits = counted.flatMap(({ attempts, limit, windowEndsAt }) =>
    attempts > limit ? [windowEndsAt - now] : [],
  );
  if (waits.length === 0) return;
  throw new AppError('uploads_used_up', { retryAfterSeconds: wholeSeconds(Math.max(...waits)) });
}
