import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { errorForPage, errorResponse } from './error-response.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** A page's loader or action: its refusals reach the error page with their own status. */
export function page<Answer>(handle: (args: Args) => Promise<Answer>): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      return await handle(args);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.status >= 500) args.context.reportError(error);
      throw errorForPage(error);
    }
  };
}

/** An API call's loader or action: whatever goes wrong, the answer has the API's error shape. */
export function api(handle: (args: Args) => Promise<Response>): (args: Args) => Promise<Response> {
  return async (args) => {
    try {
      return await handle(args);
    } catch (error) {
      if (error instanceof Response) return error;
      if (!(error instanceof AppError) || error.status >= 500) args.context.reportError(error);
      return errorResponse(error);
    }
  };
}
