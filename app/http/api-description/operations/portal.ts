import { z } from 'zod';
import { flagsAnswer, humanCheckAnswer } from '../answers/account.ts';
import { answer, anyone, type Operation } from '../operation.ts';

export const portalOperations = [
  {
    ...{ id: 'getHumanCheck', method: 'GET', path: '/human-check', group: 'portal', who: anyone },
    answers: { 200: answer(humanCheckAnswer, { kind: 'turnstile', siteKey: '1x00000000000000000000AA' }) },
  },
  {
    ...{ id: 'getFrontEndConfig', method: 'GET', path: '/fe/config', group: 'portal', who: anyone },
    answers: { 200: answer(flagsAnswer, { featureFlags: { page_analytics: true } }) },
  },
  {
    ...{ id: 'getOpenApi', method: 'GET', path: '/openapi.json', group: 'portal', who: anyone },
    answers: { 200: answer(z.looseObject({ openapi: z.literal('3.1.1') }), { openapi: '3.1.1' }) },
    isCacheable: true,
  },
] as const satisfies readonly Operation[];
